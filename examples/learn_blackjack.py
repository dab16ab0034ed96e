"""Learns blackjack from play alone, scored against the exact optimum: `python learn_blackjack.py [ROUNDS]`.

Monte Carlo control with a table: what every move has brought so far, by upcard, total and kind of hand. Thousands of
rounds are played side by side by the lab's kernels. Needs upcard[gym].
"""

import sys
from itertools import combinations_with_replacement

import gymnasium
import numpy as np

import upcard

GAME = "upcard.gym:upcard/Blackjack-v0"
MOVES = ("hit", "stand", "double", "split", "surrender")
TABLES, GENERATIONS = 4096, 24
DEALER, OWN = 0, 2  # rows of the cards that are seen
HARD, SOFT, PAIR = range(3)
# By a card as it is observed (0 is none, 53 lies face down): what it counts, an ace 11.
COUNTS = np.array([0, *(upcard.blackjack_total((card,))[0] for card in range(52)), 0])


def situations(cards: np.ndarray, hand: np.ndarray) -> np.ndarray:
    """A number for what a player looks at: upcard, kind of hand, total, and whether it has two cards."""
    at = np.arange(len(hand))
    held = COUNTS[cards[at, OWN + np.maximum(hand, 1) - 1]]
    many, total, aces = (held > 0).sum(1), held.sum(1), (held == 11).sum(1)
    while (over := (total > 21) & (aces > 0)).any():
        total, aces = total - 10 * over, aces - over
    kind = np.where((many == 2) & (held[:, 0] == held[:, 1]), PAIR, np.where(aces > 0, SOFT, HARD))
    found: np.ndarray = ((COUNTS[cards[:, DEALER, 0]] * 3 + kind) * 32 + np.minimum(total, 31)) * 2 + (many == 2)
    return found


class Learner:
    """A table of what moves brought."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.number = np.array([names.index(move) for move in MOVES])
        self.decline, self.wait = names.index("no-insurance"), names.index("wait")
        self.sums, self.times = np.zeros((12 * 3 * 32 * 2, len(MOVES))), np.zeros((12 * 3 * 32 * 2, len(MOVES)))

    def worth(self) -> np.ndarray:
        """The average of every move; a move never made is tried first."""
        return np.where(self.times > 0, self.sums / np.maximum(self.times, 1), 1.0)

    def play(self, tables: gymnasium.vector.VectorEnv, rounds: int, curious: float, seed: int) -> float:
        """Plays on, now and then by chance, and notes what came of it; says what a round brought."""
        chance, worth = np.random.default_rng(seed), self.worth()
        seen, info = tables.reset(seed=seed)
        made, depth = np.zeros((TABLES, 40), np.int64), np.zeros(TABLES, np.int64)
        played, won, every = 0, 0.0, np.arange(TABLES)
        while played < rounds:
            mask, where = info["action_mask"], situations(seen["cards"], seen["hand"])
            legal = mask[:, self.number] == 1
            asked = legal.any(1)  # insurance is declined, a round that needs no decision ends
            best = np.where(legal, worth[where], -9.0).argmax(1)
            any_move = np.where(legal, chance.random(legal.shape), -1.0).argmax(1)
            pick = np.where(chance.random(TABLES) < curious, any_move, best)
            made[every, depth] = where * len(MOVES) + pick
            depth += asked
            other = np.where(mask[:, self.wait] == 1, self.wait, self.decline)
            seen, reward, over, _, info = tables.step(np.where(asked, self.number[pick], other))
            for step in range(depth[over].max(initial=0) if curious else 0):
                there = over & (depth > step)
                np.add.at(self.sums.reshape(-1), made[there, step], reward[there])
                np.add.at(self.times.reshape(-1), made[there, step], 1)
            depth[over] = 0
            played, won = played + int(over.sum()), won + reward.sum()
        return won / played

    def learn(self, tables: gymnasium.vector.VectorEnv, rounds: int) -> None:
        """By and by less curious; in the first half it forgets what a worse player brought home."""
        for generation in range(GENERATIONS):
            self.play(tables, rounds // GENERATIONS, max(0.25, 1.0 - generation / 8), generation)
            if generation < GENERATIONS // 2:
                self.sums, self.times = self.sums * 0.5, self.times * 0.5


def score(learner: Learner) -> tuple[int, int, float]:
    """Starting hands that are played as the exact lab plays them, how many there are, and what the others give up."""
    right = hands = 0
    cost = weight = 0.0
    worth, ranks = learner.worth(), [card for card in range(0, 52, 4) if card <= 32 or card == 48]
    for up in ranks:
        for first, second in combinations_with_replacement(ranks, 2):
            if upcard.blackjack_total((first, second))[0] == 21:
                continue
            cards = np.zeros((1, 6, 22), np.int64)
            cards[0, DEALER, 0], cards[0, OWN, 0], cards[0, OWN, 1] = up + 1, first + 1, second + 1
            told = upcard.advise("blackjack", upcard.show_cards((first, second + 1)), upcard.show_cards((up + 2,)))
            names = [str(choice.action[0]) for choice in told.choices]
            row = worth[situations(cards, np.array([1]))[0]]
            chosen = max((move for move in MOVES if move in names), key=lambda move: row[MOVES.index(move)])
            many = (4 if first == 32 else 1) * (4 if second == 32 else 1) * (1 if first == second else 2)
            many *= 4 if up == 32 else 1
            gives_up = float(told.cost(told.choices[names.index(chosen)]))
            right, hands, cost, weight = right + (gives_up == 0), hands + 1, cost + many * gives_up, weight + many
    return right, hands, cost / weight


def main() -> None:
    """Learns, plays what it has learned, and is told the truth."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 6_000_000
    names = gymnasium.make(GAME).get_wrapper_attr("actions").names
    tables = gymnasium.make_vec(GAME, num_envs=TABLES)
    learner = Learner(names)
    before = learner.play(tables, 200_000, 0.0, 999)
    learner.learn(tables, rounds)
    after = learner.play(tables, 200_000, 0.0, 1000)
    right, hands, cost = score(learner)
    total = upcard.analyze("blackjack").total
    assert total is not None
    print(f"before the first round   {before:+.4f} a bet")
    print(f"after {rounds:>12,}       {after:+.4f} a bet, in 200,000 rounds more")
    print(f"the exact optimum        {float(total.ev):+.4f} a bet")
    print(f"{right} of {hands} starting hands are played as the exact lab plays them")
    print(f"the others give up {cost:.4f} bets a round, exactly")


if __name__ == "__main__":
    main()
