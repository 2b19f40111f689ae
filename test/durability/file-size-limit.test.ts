import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenPlace, type Place } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { canLimit, type SizeLimit, sizeLimitOf } from '../support/faults/size-limit.ts';
import { formWith } from '../support/files/pictures.ts';
import { onlyIf } from '../support/only.ts';
import {
  deliveredIn,
  givenServedAccount,
  messagesIn,
  messagesOf,
  recovered,
  type Reply,
  send,
  type ServedAccount,
  settingsFor,
} from '../support/served-account.ts';
import { givenReceiver, type Receiver } from '../support/servers/receiver.ts';

const KIBIBYTE = 2 ** 10;
/** Less than the database has, and than a check writes. */
const LIMIT = 16 * KIBIBYTE;
const MESSAGES = 5;

let place: Place;
let receiver: Receiver;
let account: ServedAccount;
let limit: SizeLimit;

// Where a test may mount no small disk, this is what is left to fill one with: the kernel refuses what would make a file
// longer, with EFBIG, and sends SIGXFSZ, which ends a process that has not said otherwise.
onlyIf(canLimit(), describe)('files that may not become larger', () => {
  beforeAll(async () => {
    [place, receiver] = await Promise.all([givenPlace(), givenReceiver()]);
    account = await givenServedAccount(place, settingsFor(receiver));
    await account.call('POST', '/webhooks', { url: `${receiver.url}/hook`, subscriptions: ['message_created'] });
    limit = sizeLimitOf(account.server);
  });
  afterEach(() => limit.lift());
  afterAll(async () => {
    await account?.server.stop();
    await place?.remove();
    await receiver?.stop();
  });

  it('are answered like a disk that is full, which ends no process, and all goes on when they may', async () => {
    const conversation = await account.newConversation();
    const acknowledged = new Map<number, string>();
    const write = async (content: string) => {
      const reply = await send(account, conversation, content);
      if (reply.status === 201) acknowledged.set(reply.body.id, content);
      return reply;
    };
    const file = new TextEncoder().encode('a file '.repeat(LIMIT));
    const upload = () =>
      account.call(
        'POST',
        messagesIn(conversation),
        formWith('attachments[]', file, { message_type: 'outgoing' }, 'a.txt'),
      );
    for (let number = 0; number < MESSAGES; number += 1) await write(`before ${number}`);

    limit.set(LIMIT);
    const refusals = [await upload()];
    // PostgreSQL's files are another program's.
    if (!place.databaseUrl) {
      refusals.push(
        await eventually(
          () => write('meanwhile'),
          ({ status }) => status !== 201,
        ),
      );
    }
    const ready = await eventually(
      () => account.ask('/readyz'),
      ({ status }) => status !== 200,
    );
    const [alive, list] = [await account.ask('/livez'), await account.call('GET', '/conversations')];
    limit.lift();
    const uploaded = await eventually(upload, ({ status }) => status === 201);
    await recovered(account, receiver);

    for (const refusal of refusals) expectNoRoom(refusal);
    expect([ready.status, alive.status, list.status]).toEqual([503, 200, 200]);
    for (const check of place.databaseUrl ? ['storage'] : ['database', 'storage']) {
      expect(ready.body.checks[check]).toMatch(/may not become larger/);
    }
    expect(account.server.child.exitCode).toBeNull();
    const kept = await messagesOf(account, conversation);
    for (const [id, content] of acknowledged) expect(kept.get(id)).toBe(content);
    await receiver.until(() => [...kept.keys()].every((id) => deliveredIn(receiver).has(id)), 'every message');
    const fetched = await fetch(uploaded.body.attachments[0].data_url);
    expect(Buffer.from(await fetched.arrayBuffer()).equals(file)).toBe(true);
  });
});

function expectNoRoom({ status, headers, body }: Reply): void {
  expect({ status, body }).toEqual({
    status: 507,
    body: { error: 'Insufficient storage', message: expect.stringMatching(/may not become larger/) },
  });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}
