/** A request that names itself, so that repeating it changes nothing. */
export type NamedWrite = { body: object; key: string };

/**
 * Sends a write, the same again as long as what was `given` is the same: when it seems to have failed, the server may
 * have done it, and only its answer be lost.
 */
export type Repeat = <T>(given: unknown, bodyOf: () => object, send: (write: NamedWrite) => Promise<T>) => Promise<T>;

export function createRepeat(newKey: () => string): Repeat {
  let last: (NamedWrite & { given: string }) | null = null;
  return async (given, bodyOf, send) => {
    const text = JSON.stringify(given);
    if (last?.given !== text) last = { given: text, body: bodyOf(), key: newKey() };
    const { body, key } = last;
    const answer = await send({ body, key });
    last = null;
    return answer;
  };
}
