"""What a progressive meter is worth in the long run: what a wager on it holds, and one won at a secret amount."""
