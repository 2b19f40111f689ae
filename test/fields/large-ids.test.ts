import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { givenApp, type TestApp } from '../support/app.ts';
import { ask, messagesOf, pathOf, reply } from '../support/conversation-calls.ts';
import { databaseKind } from '../support/database.ts';
import { givenAccount, givenAgent, givenConversation, givenTeam } from '../support/factories.ts';

const LARGE = 2_000_000_000;

/** Has new rows of every table get ids above LARGE. */
async function raiseIds({ rows }: TestApp): Promise<void> {
  if (databaseKind === 'postgresql') {
    await sql`select setval(oid, ${LARGE}) from pg_class where relkind = 'S'`.execute(rows());
    return;
  }
  await sql`delete from sqlite_sequence`.execute(rows());
  await sql`insert into sqlite_sequence (name, seq)
    select name, ${LARGE} from sqlite_master where sql like '%autoincrement%'`.execute(rows());
}

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({}, { isShared: false });
  await raiseIds(test);
});
afterAll(() => test.stop());

describe('ids above a thousand million', () => {
  it('are found in paths', async () => {
    const account = await givenAccount(test);
    const { body: label } = await account.call('POST', '/labels', { title: 'vip' });

    const { status, body } = await account.call('GET', `/labels/${label.id}`);

    expect([account.id > LARGE, label.id > LARGE]).toEqual([true, true]);
    expect([status, body]).toEqual([200, label]);
  });

  it('name the message that another one answers', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const { body: asked } = await ask(account, conversation);

    const { body } = await reply(account, conversation, { content_attributes: { in_reply_to: asked.id } });

    expect(body.content_attributes).toEqual({ in_reply_to: asked.id, in_reply_to_external_id: null });
    expect(await messagesOf(account, conversation)).toHaveLength(2);
  });

  it('name users and teams in mentions', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const [agent, teammate] = [await givenAgent(test, account, 'Gus'), await givenAgent(test, account, 'Tea')];
    const team = await givenTeam(account, [teammate]);

    const content = `(mention://user/${agent.id}/Gus) (mention://team/${team.id}/Team) (mention://user/9999999999/x)`;
    await reply(account, conversation, { content, private: true });

    const { body } = await account.call('GET', pathOf(conversation, '/participants'));
    expect(body.map(({ id }: { id: number }) => id)).toEqual([agent.id, teammate.id]);
  });
});
