const NAME = 'parley-seen';

/** Holds a lock of the browser while this page is visible, so that its other tabs know. */
export function holdWhileSeen(): void {
  const { locks } = navigator;
  if ((locks as LockManager | undefined) === undefined) return;
  let end = new AbortController();

  function look() {
    end.abort();
    if (document.visibilityState !== 'visible') return;
    end = new AbortController();
    const { signal } = end;
    const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    locks.request(NAME, { mode: 'shared', signal }, () => ended).catch(() => {});
  }

  document.addEventListener('visibilitychange', look);
  look();
}

/** Whether any tab of the browser with the console is visible. */
export async function isSeen(): Promise<boolean> {
  const { locks } = navigator;
  if ((locks as LockManager | undefined) === undefined) return document.visibilityState === 'visible';
  const { held = [] } = await locks.query();
  return held.some(({ name }) => name === NAME);
}
