import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Waits until the server at `url` is ready, and asks again after so many milliseconds. */
export async function untilReady(url: string, pauseMs: number): Promise<void> {
  while (!(await isReady(url))) await new Promise((resolve) => setTimeout(resolve, pauseMs));
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Ends the server, and waits for its end. */
export async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
