/** Runs work as soon as a slot is free, in the order of the calls. */
export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets so many run at the same time. */
export function openSlots(most: number): Slots {
  const waiting: (() => void)[] = [];
  let taken = 0;

  return async (work) => {
    if (taken >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else taken += 1;
    try {
      return await work();
    } finally {
      // The slot passes on to who waits for it.
      const next = waiting.shift();
      if (next) next();
      else taken -= 1;
    }
  };
}
