"""The lab for browsers and programs: variants, questions to the lab's own processes, and work that takes long."""
