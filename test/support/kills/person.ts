import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import type { Tx } from '../../../src/db/tx.ts';
import { pathOf } from '../../../src/storage/files.ts';
import { eventually } from '../eventually.ts';
import { formWith } from '../files/pictures.ts';
import { type Call, messagesIn } from '../served-account.ts';
import { LONGEST_WORK_MS } from './command.ts';
import { made } from './made.ts';

/** One conversation more than are removed in one transaction, and the messages of each. */
export const CONVERSATIONS = 21;
const MESSAGES = 2;

/** A contact with conversations, which are removed. */
export type Person = { id: number; conversations: { id: number }[]; files: string[] };

/** What there is of a person; `messages` of those conversations which are still there. */
export type Left = { contacts: number; conversations: number; messages: number };

/** A person of this name in an inbox, who has written and got an answer in each conversation, in one of them a file. */
export async function givenPerson(tx: Tx, call: Call, inbox: { id: number }, name: string): Promise<Person> {
  const { id } = await made(() => call('POST', '/contacts', { name }));
  const one = async (_: unknown, index: number) => {
    const conversation = await made(() => call('POST', '/conversations', { inbox_id: inbox.id, contact_id: id }));
    const say = (message: object) => made(() => call('POST', messagesIn(conversation), message));
    await say({ content: `I am ${name}`, message_type: 'incoming' });
    const answer = { content: `Dear ${name}`, message_type: 'outgoing' };
    const file = new TextEncoder().encode(name);
    await say(index === 0 ? formWith('attachments[]', file, answer, 'letter.txt') : answer);
    return conversation as { id: number };
  };
  const conversations = await Promise.all(Array.from({ length: CONVERSATIONS }, one));
  return { id, conversations, files: await filesOf(tx, id) };
}

/** The keys of the files in the contact's conversations. */
async function filesOf(tx: Tx, contactId: number): Promise<string[]> {
  const conversations = tx.db.selectFrom('conversations').select('id').where('contact_id', '=', contactId);
  const files = await tx.db
    .selectFrom('attachments')
    .select('key')
    .where('conversation_id', 'in', conversations)
    .execute();
  return files.map(({ key }) => String(key));
}

/** One statement, because on PostgreSQL a transaction may end after the process that has begun it was killed. */
export async function leftOf(tx: Tx, { id }: Person): Promise<Left> {
  const { rows } = await sql<Left>`select
      (select count(*) from contacts where id = ${id}) as contacts,
      (select count(*) from conversations where contact_id = ${id}) as conversations,
      (select count(*) from messages m join conversations c on c.id = m.conversation_id
        where c.contact_id = ${id} and m.message_type in ('incoming', 'outgoing')) as messages`.execute(tx.db);
  const { contacts, conversations, messages } = rows[0]!;
  return { contacts: Number(contacts), conversations: Number(conversations), messages: Number(messages) };
}

/** @throws Error when one of the conversations that are left lacks messages, or all are there but not the contact */
export function mustBeWhole(left: Left): void {
  const { contacts, conversations, messages } = left;
  if (messages === conversations * MESSAGES && (contacts === 1 || conversations === 0)) return;
  throw new Error(`half of a person is left: ${JSON.stringify(left)}`);
}

/** @throws Error when something of the person is left, also a file */
export async function mustBeGone(tx: Tx, dataDir: string, person: Person): Promise<void> {
  const { contacts, conversations } = await leftOf(tx, person);
  if (contacts + conversations > 0) throw new Error(`${contacts} contacts, ${conversations} conversations are left`);
  // The server may be about to remove them.
  await eventually(
    () => person.files.filter((key) => existsSync(pathOf(dataDir, key))),
    (files) => files.length === 0,
    LONGEST_WORK_MS,
  );
}
