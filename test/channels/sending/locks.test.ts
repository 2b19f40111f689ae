import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { createMessage } from '../../../src/conversations/messages/create-message.ts';
import { lockSendings } from '../../../src/conversations/sending/plan-sending.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import type { Tx } from '../../../src/db/tx.ts';
import { actorOf, findContactCaller } from '../../../src/records/public/contact-caller.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { toggle } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { onlyOn } from '../../support/only.ts';
import { givenServed, PROVIDERS } from '../../support/providers/providers.ts';

/** The numbers of the advisory locks in src/db/dialect.ts. */
const COUNTS = 1;
const SENDINGS = 11;

const LINE = PROVIDERS['line']!;

let test: TestApp;
let account: TestAccount;
let inbox: { id: number };
let conversation: { id: number };
let row: { id: number; contactId: number; contactInboxId: number; sourceId: string };
beforeAll(async () => {
  test = await givenApp({}, { jobs: false });
});
beforeEach(async () => {
  account = await givenAccount(test);
  ({ inbox, conversation } = await givenServed(account, LINE));
  row = await test
    .rows()
    .selectFrom('conversations as c')
    .innerJoin('contact_inboxes as ci', 'ci.id', 'c.contact_inbox_id')
    .select(['c.id', 'ci.contact_id as contactId', 'ci.id as contactInboxId', 'ci.source_id as sourceId'])
    .where('c.inbox_id', '=', inbox.id)
    .executeTakeFirstOrThrow();
});
afterAll(() => test.stop());

const WORK = {
  async 'a new conversation with a message'() {
    const { contactId, sourceId } = row;
    const start = { inbox_id: inbox.id, contact_id: contactId, source_id: sourceId, message: { content: 'Hello' } };
    await account.call('POST', '/conversations', start);
  },
  async 'resolving with a survey'() {
    await account.call('PATCH', `/inboxes/${inbox.id}`, { csat_survey_enabled: true });
    await toggle(account, conversation, 'resolved');
  },
  async 'reopening with a greeting'() {
    await account.call('PATCH', `/inboxes/${inbox.id}`, { greeting_enabled: true, greeting_message: 'Welcome' });
    await toggle(account, conversation, 'resolved');
    const tx = test.app.tx();
    const caller = await findContactCaller(tx, inbox.id, row.sourceId);
    await createMessage(tx, row.id, { ...INCOMING, actor: actorOf(caller!) }, new Date());
  },
};

const INCOMING = {
  messageType: 'incoming' as const,
  content: 'Hello again',
  contentType: 'text' as const,
  contentAttributes: {},
  additionalAttributes: {},
  private: false,
  sourceId: null,
  recipients: { cc_emails: undefined, bcc_emails: undefined, to_emails: undefined },
  files: [],
  reopens: true,
  botId: null,
};

describe('the locks of PostgreSQL', () => {
  onlyOn('postgresql', it).each(Object.entries(WORK))(
    'are taken in one order for %s, so that no two requests wait for each other',
    async (_, work) => {
      const { held, done } = await inTransaction(test.app.tx(), async (tx) => {
        await lockSendings(tx, row.contactInboxId);
        const done = work();
        await eventually(
          () => locks(tx, false, row.contactInboxId),
          (waiting) => waiting.includes(SENDINGS),
        );
        return { held: await locks(tx, true, account.id), done };
      });
      await done;

      expect(held).not.toContain(COUNTS);
    },
  );
});

/** The numbers of the advisory locks with this key that are held, or waited for. */
async function locks(tx: Tx, isHeld: boolean, key: number): Promise<number[]> {
  const { rows } = await sql<{ classid: string | number }>`
    select l.classid from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
    where l.locktype = 'advisory' and l.granted = ${isHeld} and l.objid = ${key}::int::oid`.execute(tx.db);
  return rows.map(({ classid }) => Number(classid));
}
