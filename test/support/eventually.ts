/** Long, for machines that do much else: nothing waits so long unless it waits in vain. */
export const PATIENCE_MS = 45_000;

/** What `read` gives once `predicate` holds for it; fails when it does not within some seconds. */
export async function eventually<T>(read: () => T | Promise<T>, predicate: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const value = await read();
    if (predicate(value)) return value;
    if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
