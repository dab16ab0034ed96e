"""A dealer's hidden cards at the end of any streets, from one deck or several: every hand against every hand."""
