import type { ImapFlow } from 'imapflow';

/** After the first of several mails that come together. */
const GATHER_MS = 200;

/** Waits for the mails that a server tells of on its connection. */
export type Arrivals = {
  /**
   * To be called before the folder is opened for reading. Mails that the server tells of from then on may be missing in what is
   * read, since it tells of them in any answer, and of each once.
   */
  begin(): void;
  /**
   * Waits until the server has told of a mail since `begin`, its connection ends, or `longestMs` have passed. A server that does
   * not want to wait is asked again after `shortestMs`. The folder must be open, and the server know IDLE (RFC 2177).
   */
  wait(limits: { shortestMs: number; longestMs: number }): Promise<void>;
};

export function watchArrivals(client: ImapFlow): Arrivals {
  let isTold = false;
  let onTold = () => {};
  client.on('exists', () => {
    isTold = true;
    onTold();
  });

  return {
    begin() {
      isTold = false;
    },
    wait({ shortestMs, longestMs }) {
      if (isTold) return Promise.resolve();
      return new Promise((resolve) => {
        const timers = [setTimeout(end, longestMs)];
        const endIn = (ms: number) => void timers.push(setTimeout(end, ms));
        onTold = () => endIn(GATHER_MS);

        function end(): void {
          timers.forEach((timer) => clearTimeout(timer));
          onTold = () => {};
          client.off('close', end);
          resolve();
        }

        client.on('close', end);
        if (client.usable) void client.idle().then(() => endIn(shortestMs), end);
        else end();
      });
    },
  };
}
