"""The gaming day for people: the lab's figures for the floor, reports on paper and in sheets, the pages' answers."""
