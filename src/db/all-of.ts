/** What all of `promises` resolve to. @throws the error of the first in order that fails, once all have ended */
export async function allOf<Results extends readonly unknown[]>(
  promises: readonly Promise<unknown>[],
): Promise<Results> {
  try {
    return (await Promise.all(promises)) as readonly unknown[] as Results;
  } catch (error) {
    const ended = await Promise.allSettled(promises);
    throw ended.find((one) => one.status === 'rejected')?.reason ?? error;
  }
}
