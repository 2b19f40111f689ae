let isLeaving = false;

/**
 * Has the page begin anew where the server has another version of the console now: the parts that this one has not loaded yet are
 * there no more.
 */
export async function renewIfGone(): Promise<void> {
  const answer = await fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (answer?.status !== 404 || isLeaving) return;
  isLeaving = true;
  location.reload();
}
