"""Gaming days and shifts: what is tallied while they run, their close by two people, inquiries into a figure."""
