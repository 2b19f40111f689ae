import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sql } from 'kysely';
import { changesWaiting } from '../../../../src/db/search/index-changes.ts';
import { givenApp, type TestApp } from '../../../support/app.ts';
import { databaseKind } from '../../../support/database.ts';
import { givenAccount, givenAgent, givenConversation, type TestAccount } from '../../../support/factories.ts';
import { eventually } from '../../../support/eventually.ts';
import { ask, pathOf, reply, toggle } from '../../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function search(account: TestAccount, q: string, more = '', token?: string) {
  const path = `/conversations/search?q=${encodeURIComponent(q)}&per_page=100${more}`;
  const answer = await account.call('GET', path, undefined, token === undefined ? {} : { token });
  return { ...answer, ids: answer.body.payload?.map(({ id }: { id: number }) => id).toSorted() };
}

type Place = { id: number; account_id: number; inbox_id: number };

const WORDS = [
  'refund',
  'REFUNDS',
  'Été',
  'ZÜRICH',
  'straße',
  'n42x',
  '2026',
  'ｆｕｌｌ',
  'ﬁne',
  'İstanbul',
  'хлеб',
  're',
  'r',
  '한국어로',
  "l'été",
];

describe('GET /conversations/search', () => {
  it('finds conversations with a message that has all the words, the last as a prefix', async () => {
    const account = await givenAccount(test);
    const said: string[][] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }), async (words) => {
        said.push(words);
        await ask(account, await givenConversation(account), { content: words.join(', ') });
      }),
      { numRuns: 25, endOnFailure: true },
    );
    const pieces = (text: string) =>
      text
        .normalize('NFKC')
        .toLowerCase()
        .split(/[^\p{L}\p{M}\p{N}]+/u);
    const asked = fc.tuple(fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }), fc.constantFrom(...WORDS), fc.nat(4));

    await fc.assert(
      fc.asyncProperty(asked, async ([words, last, cut]) => {
        const beginning = last.slice(0, Math.max(1, last.length - cut));
        const wanted = pieces([...words, beginning].join(' '));
        const prefix = wanted.pop()!;
        const expected = said.flatMap((message, index) => {
          const has = pieces(message.join(' '));
          return wanted.every((word) => has.includes(word)) && has.some((word) => word.startsWith(prefix))
            ? [index + 1]
            : [];
        });

        const { status, ids, body } = await search(account, [...words, beginning].join(' - '));

        expect([status, ids]).toEqual([200, expected.toSorted()]);
        expect(body.meta).toMatchObject({ count: expected.length, all_count: expected.length, current_page: 1 });
      }),
      { numRuns: 100 },
    );
  });

  it('finds any part of a text in scripts without spaces between words', async () => {
    const account = await givenAccount(test);
    await ask(account, await givenConversation(account), { content: '注文した商品が届きません。iPhone手机' });
    await ask(account, await givenConversation(account), { content: 'สวัสดีครับ' });

    const found = await Promise.all(
      ['商品', '商', '届きません', '手机', 'iphone', '品商', 'สวัส'].map((q) => search(account, q)),
    );

    expect(found.map(({ ids }) => ids)).toEqual([[1], [1], [1], [1], [1], [], [2]]);
  });

  it('shows each conversation in short, with the messages that were found', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    await ask(account, conversation, { content: 'Where is my parcel?' });
    await reply(account, conversation, { content: 'Let me look.' });
    const { body: note } = await reply(account, conversation, { content: 'PARCEL lost', private: true });
    await toggle(account, conversation, 'resolved');

    const { body } = await search(account, 'parcel');

    expect(body.payload).toEqual([
      {
        id: conversation.id,
        display_id: conversation.id,
        uuid: conversation.uuid,
        account_id: account.id,
        created_at: conversation.created_at,
        contact: { id: conversation.contact.id, name: conversation.contact.name },
        inbox: { id: conversation.inbox_id, name: 'Support', channel_type: 'Channel::Api' },
        messages: [
          expect.objectContaining({ content: 'Where is my parcel?', message_type: 0, sender_name: 'Carla Contact' }),
          {
            id: note.id,
            content: 'PARCEL lost',
            message_type: 1,
            sender_name: 'Ada Admin',
            created_at: note.created_at,
          },
        ],
      },
    ]);
    expect(body.meta).toEqual({
      count: 1,
      current_page: 1,
      mine_count: 0,
      assigned_count: 0,
      unassigned_count: 1,
      all_count: 1,
    });
  });

  it('does not find a deleted message, but the text that replaces it', async () => {
    const account = await givenAccount(test);
    const [first, second] = [await givenConversation(account), await givenConversation(account)];
    const { body: secret } = await ask(account, first, { content: 'my password is swordfish' });
    await ask(account, second, { content: 'swordfish too' });
    const before = await search(account, 'swordfish');

    await account.call('DELETE', pathOf(first, `/messages/${secret.id}`));
    await account.call('DELETE', pathOf(second));

    expect(before.ids).toEqual([1, 2]);
    expect((await search(account, 'swordfish')).ids).toEqual([]);
    expect((await search(account, 'password')).body.meta.count).toBe(0);
    expect((await search(account, 'deleted')).ids).toEqual([1]);
  });

  it("does not find activities, other accounts' words, or punctuation", async () => {
    const account = await givenAccount(test);
    const other = await givenAccount(test);
    await toggle(account, await givenConversation(account), 'resolved');
    await ask(other, await givenConversation(other), { content: 'theirs *' });

    const found = await Promise.all(
      ['resolved', 'theirs', '*', '"', "' OR 1=1", '":*', 'a'.repeat(255)].map((q) => search(account, q)),
    );

    expect(found.map(({ status, ids }) => [status, ids])).toEqual(Array(7).fill([200, []]));
  });

  it('shows agents what was said in their inboxes alone', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    await ask(account, conversation, { content: 'hidden words' });
    const member = await givenAgent(test, account, 'Mia', { inboxes: [conversation.inbox_id] });
    const outsider = await givenAgent(test, account, 'Sam', { inboxes: [] });

    expect((await search(account, 'hidden', '', member.token)).ids).toEqual([1]);
    expect((await search(account, 'hidden', '', outsider.token)).body).toMatchObject({
      payload: [],
      meta: { count: 0 },
    });
  });

  it('needs something to search for', async () => {
    const account = await givenAccount(test);

    const answers = await Promise.all(
      ['', '?q=', '?q=%20'].map((query) => account.call('GET', `/conversations/search${query}`)),
    );

    expect(answers.map(({ status, body }) => [status, body.error, body.attributes])).toEqual(
      Array(3).fill([422, 'Validation failed', ['q']]),
    );
  });

  it('finds what is newest at once when much waits for the index, and soon the rest', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    await sayMuch(conversation, 12_000);

    const first = await search(account, 'newest last12000');
    const rest = await eventually(
      () => search(account, 'last1 oldest'),
      ({ ids }) => ids.length > 0,
    );

    expect([first.ids, rest.ids]).toEqual([[1], [1]]);
    expect(first.body.payload[0].messages.map(({ content }: { content: string }) => content)).toEqual([
      'newest last12000',
    ]);
  });

  it("keeps up when the database's statistics say that nothing waits", async () => {
    const account = await givenAccount(test);
    await sayMuch(await givenConversation(account), 12_000);
    await eventually(
      () => changesWaiting(test.app.tx()),
      (waiting) => waiting === 0,
    );
    // As autovacuum does, unless others read at that moment: an empty list in a file that is not.
    if (databaseKind === 'postgresql') await sql`vacuum (truncate false) search_changes`.execute(test.rows());
    await sayMuch(await givenConversation(account), 24_000);

    const found = await eventually(
      () => search(account, 'last1 oldest'),
      ({ ids }) => ids.length > 1,
    );

    expect(found.ids).toEqual([1, 2]);
  });

  it('finds a message with more words than a database indexes', async () => {
    const account = await givenAccount(test);
    const long = Array.from({ length: 20_000 }, (_, index) => `w${index}`).join(' ');
    await ask(account, await givenConversation(account), { content: long.slice(0, 140_000) });

    expect((await search(account, 'w17 w15000')).ids).toEqual([1]);
  });

  it.each(['\u0300\u0323', '\uff9e\u0300'])(
    'is not slowed down by a word of combining marks only (%j)',
    async (marks) => {
      const account = await givenAccount(test);
      const content = `Zoe\u0308 ${'a'}${marks.repeat(70_000)} end`;
      await ask(account, await givenConversation(account), { content });

      expect((await search(account, 'zoë end')).ids).toEqual([1]);
    },
  );
});

/** Straight into the table: "oldest last1", and so on up to "newest last" and the number. */
async function sayMuch({ id, account_id, inbox_id }: Place, count: number): Promise<void> {
  const found = test.rows().selectFrom('conversations').select('id').where('account_id', '=', account_id);
  const row = await found.where('display_id', '=', id).executeTakeFirstOrThrow();
  await sql`insert into messages (account_id, inbox_id, conversation_id, message_type, content, created_at, updated_at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
    select ${sql.lit(account_id)}, ${sql.lit(inbox_id)}, ${sql.lit(row.id)}, 'incoming',
      case when i <= ${sql.lit(count / 2)} then 'oldest last' else 'newest last' end || i, m.created_at, m.created_at
    from n, (select created_at from conversations where id = ${sql.lit(row.id)}) m`.execute(test.rows());
}
