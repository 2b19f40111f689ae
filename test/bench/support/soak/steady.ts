import { randomUUID } from 'node:crypto';
import { pause } from '../pause.ts';
import { actAt, oneOf, requestFor, WORDS } from './acts.ts';
import type { Call, Client } from './client.ts';
import { type Ledger, noteFailure } from './ledger.ts';
import type { Place } from './seed.ts';

/** One new message in so many has an Idempotency-Key and is sent again so much later. */
const REPEATED_OF = 20;
const REPEATED_AFTER_MS = 1000;

export const sentNow = () => `${WORDS}, sent at ${performance.timeOrigin + performance.now()}`;

/** Sends requests at a steady rate, whether or not those before have been answered, until the signal; waits for the answers. */
export async function driveSteadily(
  client: Client,
  place: Place,
  ledger: Ledger,
  { rate, until }: { rate: number; until: AbortSignal },
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  const started = performance.now();
  for (let turn = 0; !until.aborted; turn += 1) {
    const due = started + (turn * 1000) / rate;
    if (due > performance.now()) await pause(due - performance.now());
    const work = act(client, place, ledger, turn).catch((error: unknown) => noteFailure(ledger, error));
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  }
  await Promise.all(underWay);
}

async function act(client: Client, place: Place, ledger: Ledger, turn: number): Promise<void> {
  const name = actAt(turn);
  if (name === 'create') await createMessage(client, oneOf(place.conversations), ledger);
  else await timed(ledger, () => client.ask(requestFor(name, place, '')));
}

/** Creates a message that says when it was sent, and now and then repeats the request. */
export async function createMessage(client: Client, conversation: number, ledger: Ledger): Promise<void> {
  const isRepeated = Math.random() * REPEATED_OF < 1;
  const call: Call = {
    method: 'POST',
    path: `/conversations/${conversation}/messages`,
    body: { content: sentNow(), message_type: 'outgoing' },
    ...(isRepeated && { key: randomUUID() }),
  };
  const { id } = await timed(ledger, () => client.ask(call));
  ledger.messages.push(id);
  if (!isRepeated) return;
  await pause(REPEATED_AFTER_MS);
  const again = await client.ask(call);
  if (again.id !== id) ledger.otherwise += 1;
}

async function timed<Answer>(ledger: Ledger, work: () => Promise<Answer>): Promise<Answer> {
  const started = performance.now();
  const answer = await work();
  ledger.times.push(performance.now() - started);
  return answer;
}
