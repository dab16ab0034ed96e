"""What tests share: nothing in here is a test, and no test imports another test."""
