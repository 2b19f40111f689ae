/** What all of `promises` resolve to. @throws the error of the first in order that fails, once all have ended */
export async function allOf<Results extends readonly unknown[]>(
  promises: readonly Promise<unknown>[],
): Promise<Results> {
  const results = [];
  for (const ended of await Promise.allSettled(promises)) {
    if (ended.status === 'rejected') throw ended.reason;
    results.push(ended.value);
  }
  return results as readonly unknown[] as Results;
}
