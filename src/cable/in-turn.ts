import type { WebSocket } from 'ws';

/** With more frames waiting, no more are read from the client. */
const MOST_WAITING = 20;

/**
 * Calls `answer` with the client's frames one after the other, and `fail` with its errors. A binary frame becomes '', so that
 * it is counted.
 */
export function answerInTurn(
  ws: WebSocket,
  answer: (frame: string) => Promise<void>,
  fail: (error: unknown) => void,
): void {
  let waiting = 0;
  let last = Promise.resolve();
  async function answerAfter(before: Promise<void>, frame: string): Promise<void> {
    await before;
    await answer(frame).catch(fail);
    waiting -= 1;
    if (ws.isPaused) ws.resume();
  }
  ws.on('message', (data: Buffer, isBinary: boolean) => {
    waiting += 1;
    if (waiting > MOST_WAITING) ws.pause();
    last = answerAfter(last, isBinary ? '' : data.toString());
  });
}
