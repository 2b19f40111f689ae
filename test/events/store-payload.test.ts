import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { inTransaction } from '../../src/db/transaction.ts';
import type { Tx } from '../../src/db/tx.ts';
import { packPayload } from '../../src/events/pack-payload.ts';
import { record } from '../../src/events/record.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { databaseKind } from '../support/database.ts';
import { storedEvents } from '../support/database/stored-events.ts';
import { onlyIf } from '../support/only.ts';
import { isOn } from '../support/runner/switches.ts';
import { MINUTE } from '../../src/time.ts';

/** With this variable, all payloads are whole. */
const packs = isOn('PACKED_PAYLOADS');
/** More than there may be. */
const MANY = 1000;

let test: TestApp;
// A database of its own, which a test fills with layouts.
beforeAll(async () => {
  test = await givenApp({}, { jobs: false });
});
afterAll(async () => {
  // The document knows no such events.
  await test.rows().deleteFrom('events').execute();
  await test.stop();
});

let kinds = 0;

/** Makes payloads with a key that no other kind has, so that their layout is new. */
function newKind(): (content: string) => object {
  kinds += 1;
  const key = `key${kinds}`;
  return (content) => ({ content, contact: { id: 5, [key]: null }, custom_attributes: { [content]: true } });
}

/** Records an event with this payload. */
function write(payload: object, tx: Tx = test.app.tx(), now = new Date()): Promise<void> {
  const event = { accountId: 1, type: 'message_created', payload, lane: 'contact:5', inboxId: null } as const;
  return inTransaction(tx, (tx) => record(tx, { ...event, toInbox: false }, now));
}

/** The last events, oldest first: their payloads as stored and as read, and their layouts. */
async function last(count: number) {
  const rows = await test.rows().selectFrom('events').selectAll().orderBy('id', 'desc').limit(count).execute();
  const texts = new Map((await storedEvents(test.rows(), {})).map(({ id, payload }) => [id, payload]));
  return rows
    .toReversed()
    .map(({ id, layout_id: layoutId, payload: stored }) => ({ layoutId, stored, text: texts.get(id) }));
}

onlyIf(packs, it)('an event shares its layout with others, and is read as it was recorded', async () => {
  const kind = newKind();
  await write(kind('one'));
  await write(kind('two'));

  const [one, two] = await last(2);

  expect(one).toMatchObject({ stored: packPayload(kind('one')).values, text: JSON.stringify(kind('one')) });
  expect(two).toMatchObject({ stored: packPayload(kind('two')).values, text: JSON.stringify(kind('two')) });
  expect(one!.layoutId).toEqual(expect.any(Number));
  expect(two!.layoutId).toBe(one!.layoutId);
});

onlyIf(packs, it)('an event is whole after its layout was rolled back, until the layout is added again', async () => {
  const kind = newKind();
  const failing = inTransaction(test.app.tx(), async (tx) => {
    await write(kind('lost'), tx);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  // It takes the number of the layout that was lost.
  await write(newKind()('other'));
  await write(kind('whole'));
  await write(kind('packed'), undefined, new Date(Date.now() + MINUTE));

  const [whole, packed] = await last(2);

  expect(whole).toEqual({ layoutId: null, stored: JSON.stringify(kind('whole')), text: JSON.stringify(kind('whole')) });
  expect(packed).toMatchObject({ layoutId: expect.any(Number), text: JSON.stringify(kind('packed')) });
});

// SQLite has one writer.
onlyIf(packs && databaseKind === 'postgresql', it)(
  'an event is whole while another transaction adds a layout, and waits for none',
  async () => {
    const kind = newKind();
    await inTransaction(test.app.tx(), async (tx) => {
      await write(kind('first'), tx);
      await write(kind('second'), undefined, new Date(Date.now() + MINUTE));
    });
    await write(kind('third'));

    const [first, second, third] = await last(3);

    expect([first, second, third].map((event) => event!.text)).toEqual(
      ['first', 'second', 'third'].map((content) => JSON.stringify(kind(content))),
    );
    expect(second!.layoutId).toBeNull();
    expect(third!.layoutId).toBe(first!.layoutId);
  },
);

onlyIf(packs, it)('an event is whole when there are too many layouts', async () => {
  const [known, unknown] = [newKind(), newKind()];
  await write(known('one'));
  const layouts = Array.from({ length: MANY }, (_, index) => ({ digest: `layout ${index}`, layout: '' }));
  await test.rows().insertInto('payload_layouts').values(layouts).execute();
  await write(known('two'));
  await write(unknown('three'));

  const [two, three] = await last(2);

  expect(two).toMatchObject({ layoutId: expect.any(Number), text: JSON.stringify(known('two')) });
  expect(three).toMatchObject({ layoutId: null, text: JSON.stringify(unknown('three')) });
});

it('an event of an earlier version, which is whole, is read as it is', async () => {
  const event = {
    account_id: 1,
    type: 'message_created' as const,
    payload: '{"content":"@0"}',
    created_at: new Date(),
  };
  await test.rows().insertInto('events').values(event).execute();

  expect(await last(1)).toEqual([{ layoutId: null, stored: '{"content":"@0"}', text: '{"content":"@0"}' }]);
});
