/**
 * People on sockets as a process of their own: so many sockets listen, two of which are closed and opened again each
 * second. The arguments are the server's URL, how many, and a JSON list of the identifiers of their subscriptions. It tells its parent
 * when all listen and, when asked, what has come.
 */
import { WebSocket } from 'ws';
import { pause } from '../pause.ts';

/** What is sent to the parent: when all listen, and for each question what has happened since the last one. */
export type Heard = { frames: number; opened: number; failed: number; open: number };

const CHURN_MS = 500;
const RETRY_MS = 1000;

const [, , url = '', count = '0', list = '[]'] = process.argv;
const identifiers = JSON.parse(list) as string[];
const sockets: (WebSocket | null)[] = [];
let heard = { frames: 0, opened: 0, failed: 0 };

for (let number = 0; number < Number(count); number += 1) sockets[number] = await listen(number);
process.on('message', () => {
  process.send?.({ ...heard, open: sockets.filter((ws) => ws?.readyState === WebSocket.OPEN).length });
  heard = { frames: 0, opened: 0, failed: 0 };
});
process.on('disconnect', () => process.exit());
process.send?.({ ...heard, open: sockets.length });

for (let turn = 0; ; turn += 1) {
  await pause(CHURN_MS);
  const number = turn % sockets.length;
  const ws = sockets[number];
  // Half of them end as browsers that lose the network do.
  if (turn % 2 === 0) ws?.close();
  else ws?.terminate();
  sockets[number] = await listen(number).catch(failed);
}

async function failed(): Promise<null> {
  heard.failed += 1;
  await pause(RETRY_MS);
  return null;
}

async function listen(number: number): Promise<WebSocket> {
  const ws = new WebSocket(`${url.replace('http', 'ws')}/cable`, ['actioncable-v1-json']);
  const identifier = identifiers[number % identifiers.length];
  const ready = Promise.withResolvers<void>();
  ws.on('error', ready.reject);
  ws.on('close', () => ready.reject(new Error('closed')));
  ws.on('open', () => ws.send(JSON.stringify({ command: 'subscribe', identifier })));
  ws.on('message', (data: Buffer) => {
    heard.frames += 1;
    if (data.includes('"presence.update"')) ready.resolve();
    else if (data.includes('"reject_subscription"')) ready.reject(new Error('a subscription was rejected'));
  });
  await ready.promise;
  heard.opened += 1;
  return ws;
}
