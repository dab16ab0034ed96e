"""From a report's data to a document: which table stands in which chapter. Nothing is computed here."""
