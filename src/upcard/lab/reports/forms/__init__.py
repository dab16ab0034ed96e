"""The forms of a math report: a page, a workbook, paper. All of them write the same document."""
