/** Numbers that are the same again for the same seed. */
export type Random = {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** An item of a list that is not empty. */
  pick<T>(items: readonly T[]): T;
  shuffled<T>(items: readonly T[]): T[];
};

/** A linear congruential generator: plain, and good enough to choose what a test does, or what is in a made-up company. */
export function randomFrom(seed: number): Random {
  let state = BigInt(seed);
  const next = () => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return Number(state >> 32n) / 2 ** 32;
  };
  return {
    next,
    pick: <T>(items: readonly T[]) => items[Math.floor(next() * items.length)] as T,
    shuffled: (items) =>
      items
        .map((item) => ({ item, place: next() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ item }) => item),
  };
}
