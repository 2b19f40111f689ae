import type { ImapFlow } from 'imapflow';

/** After the first of several mails that come together. */
const GATHER_MS = 200;

/**
 * Waits until the server tells of a mail, its connection ends, or `longestMs` have passed. A server that does not want to
 * wait is asked again after `shortestMs`. The folder must be open, and the server know IDLE (RFC 2177).
 */
export function waitForMail(
  client: ImapFlow,
  { shortestMs, longestMs }: { shortestMs: number; longestMs: number },
): Promise<void> {
  return new Promise((resolve) => {
    const timers = [setTimeout(end, longestMs)];
    const endIn = (ms: number) => void timers.push(setTimeout(end, ms));
    const told = () => endIn(GATHER_MS);

    function end(): void {
      timers.forEach((timer) => clearTimeout(timer));
      client.off('exists', told);
      client.off('close', end);
      resolve();
    }

    client.on('exists', told);
    client.on('close', end);
    if (client.usable) void client.idle().then(() => endIn(shortestMs), end);
    else end();
  });
}
