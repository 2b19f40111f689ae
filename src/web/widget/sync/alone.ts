export type Alone = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs one piece of work at a time, in all tabs where the browser offers locks (on HTTPS), else in this one. A frame of
 * another site is refused them where the browser keeps nothing for it.
 */
export function createAlone(name: string): Alone {
  const { locks } = globalThis.navigator ?? {};
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    const begun: { work?: ReturnType<typeof work> } = {};
    await locks?.request(name, () => (begun.work = work())).catch(() => null);
    if (begun.work) return begun.work;
    const mine = last.then(work);
    last = mine.catch(() => null);
    return mine;
  };
}
