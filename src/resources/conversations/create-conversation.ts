import { randomUUID } from 'node:crypto';
import { json, kept, locked, oneAtATime } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { ConversationStatus } from '../../entities/conversation.ts';
import { found, invalidField } from '../../errors.ts';
import type { AccountFacts, Actor } from '../../events/facts.ts';
import { readConversation } from '../../events/read-conversations.ts';
import type { ConversationRow } from '../../events/select-conversations.ts';
import { recordConversationCreated } from '../../events/record-conversation.ts';
import { mustSeeInbox } from '../../events/visible-inboxes.ts';
import { type ContactInboxKey, ensureContactInbox } from '../contacts/ensure-contact-inbox.ts';
import { assignTeammate, autoAssign } from '../messages/auto-assign.ts';
import { countConversation } from '../messages/count-conversation.ts';
import { createMessage, type NewMessage } from '../messages/create-message.ts';
import { followConversation } from '../messages/follow-conversation.ts';
import { checkAssignee } from './check-assignee.ts';
import { checkTeam } from './check-team.ts';

export type NewConversation = {
  /** Contact and inbox together, or a source id alone that some inbox of the account knows. */
  contactId: number | null;
  inboxId: number | null;
  sourceId: string | null;
  hmacVerified: boolean;
  /** Null = what the inbox and the contact suggest. */
  status: ConversationStatus | null;
  assigneeId: number | null;
  teamId: number | null;
  customAttributes: Attributes;
  additionalAttributes: Attributes;
  /** The first message; null = none yet. */
  message: NewMessage | null;
  /** Who starts it. */
  actor: Actor;
};

/**
 * Starts a conversation, with its first message if there is one. An inbox that is locked to a single conversation goes
 * on with the one it has. One that is given to nobody goes to a member of its team, or of its inbox, if they want it so.
 * @throws AppError `not_found` for the contact, inbox or team, `invalid` for the source id or the assignee, `access_denied`
 *   for an inbox that `actor` does not see
 */
export function createConversation(
  em: EntityManager,
  account: AccountFacts,
  input: NewConversation,
  now: Date,
): Promise<ConversationRow> {
  return em.transactional(async (em) => {
    const contactInbox = await contactInboxOf(em, account, input, now);
    await mustSeeInbox(em, account.id, contactInbox.inboxId, input.actor);
    const existing = await singleConversation(em, contactInbox);
    const conversation = existing ?? (await insertConversation(em, account, contactInbox, input, now));
    if (input.message === null) return conversation;
    return (await createMessage(em, conversation, { ...input.message, reopens: existing !== null }, now)).conversation;
  });
}

async function contactInboxOf(
  em: EntityManager,
  account: AccountFacts,
  input: NewConversation,
  now: Date,
): Promise<ContactInboxKey> {
  if (input.sourceId !== null && (input.contactId === null || input.inboxId === null)) {
    return bySourceId(em, account, input.sourceId, input);
  }
  if (input.inboxId === null) throw invalidField('inbox_id', "can't be blank");
  if (input.contactId === null) throw invalidField('contact_id', "can't be blank");

  await check(em, 'inboxes', 'Inbox', input.inboxId, account);
  await check(em, 'contacts', 'Contact', input.contactId, account);
  return ensureContactInbox(em, { ...input, inboxId: input.inboxId, contactId: input.contactId }, now);
}

async function check(
  em: EntityManager,
  table: 'inboxes' | 'contacts',
  resource: string,
  id: number,
  account: AccountFacts,
): Promise<void> {
  const row = await db(em)
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  found(row, resource);
}

/** The contact inbox that has the source id, the oldest if several inboxes know it. */
async function bySourceId(
  em: EntityManager,
  account: AccountFacts,
  sourceId: string,
  { inboxId, contactId }: { inboxId: number | null; contactId: number | null },
): Promise<ContactInboxKey> {
  const row = await db(em)
    .selectFrom('contact_inboxes as ci')
    .innerJoin('inboxes as i', 'i.id', 'ci.inbox_id')
    .select(['ci.id', 'ci.contact_id as contactId', 'ci.inbox_id as inboxId', 'ci.source_id as sourceId'])
    .where('i.account_id', '=', account.id)
    .where('ci.source_id', '=', sourceId)
    .$if(inboxId !== null, (query) => query.where('ci.inbox_id', '=', inboxId))
    .$if(contactId !== null, (query) => query.where('ci.contact_id', '=', contactId))
    .orderBy('ci.id')
    .limit(1)
    .executeTakeFirst();
  return found(row, 'Contact inbox');
}

/** The newest conversation of a contact in an inbox that allows but one; null when a new one is due. */
async function singleConversation(em: EntityManager, contactInbox: ContactInboxKey): Promise<ConversationRow | null> {
  const inbox = await db(em)
    .selectFrom('inboxes')
    .select('lock_to_single_conversation as isLocked')
    .where('id', '=', contactInbox.inboxId)
    .executeTakeFirst();
  if (!inbox?.isLocked) return null;

  // Two requests at once would each begin one.
  await oneAtATime(em, 'single conversation', contactInbox.id);
  const row = await db(em)
    .selectFrom('conversations')
    .select('id')
    .where('contact_inbox_id', '=', contactInbox.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? readConversation(em, row.id) : null;
}

async function insertConversation(
  em: EntityManager,
  account: AccountFacts,
  contactInbox: ContactInboxKey,
  input: NewConversation,
  now: Date,
): Promise<ConversationRow> {
  await holdParents(em, contactInbox);
  if (input.assigneeId !== null) await checkAssignee(em, account.id, input.assigneeId);
  if (input.teamId !== null) await checkTeam(em, account.id, input.teamId);
  const status = input.status ?? (await suggestedStatus(em, contactInbox));
  const { id } = await db(em)
    .insertInto('conversations')
    .values({
      account_id: account.id,
      inbox_id: contactInbox.inboxId,
      contact_id: contactInbox.contactId,
      contact_inbox_id: contactInbox.id,
      assignee_id: input.assigneeId,
      team_id: input.teamId,
      display_id: await nextDisplayId(em, account),
      uuid: randomUUID(),
      status,
      waiting_since: status === 'resolved' ? null : now,
      last_activity_at: now,
      custom_attributes: json(input.customAttributes),
      additional_attributes: json(input.additionalAttributes),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await countConversation(
    em,
    { accountId: account.id, inboxId: contactInbox.inboxId, status, assigneeId: input.assigneeId },
    +1,
  );

  const conversation = await readConversation(em, id);
  if (input.assigneeId !== null) await followConversation(em, conversation, [input.assigneeId], now);
  await recordConversationCreated(em, conversation, now);
  return autoAssign(em, await assignTeammate(em, conversation, now), now);
}

/**
 * Neither goes away while the conversation begins, and both are held before anything is counted: a message that arrives
 * elsewhere for the contact takes them in that order too.
 * @throws AppError `not_found` when one has been deleted meanwhile
 */
async function holdParents(em: EntityManager, contactInbox: ContactInboxKey): Promise<void> {
  const inbox = db(em).selectFrom('inboxes').select('id').where('id', '=', contactInbox.inboxId);
  const contact = db(em).selectFrom('contacts').select('id').where('id', '=', contactInbox.contactId);
  found(await kept(em, inbox).executeTakeFirst(), 'Inbox');
  found(await locked(em, contact).executeTakeFirst(), 'Contact');
}

async function suggestedStatus(em: EntityManager, contactInbox: ContactInboxKey): Promise<ConversationStatus> {
  const row = await db(em)
    .selectFrom('contact_inboxes as ci')
    .innerJoin('inboxes as i', 'i.id', 'ci.inbox_id')
    .innerJoin('contacts as p', 'p.id', 'ci.contact_id')
    .select(['i.agent_bot_id', 'p.blocked'])
    .where('ci.id', '=', contactInbox.id)
    .executeTakeFirstOrThrow();
  if (row.blocked) return 'resolved';
  return row.agent_bot_id === null ? 'open' : 'pending';
}

/** Counted up in the row itself: reading the number first would give two conversations the same one. */
async function nextDisplayId(em: EntityManager, account: AccountFacts): Promise<number> {
  const row = await db(em)
    .updateTable('accounts')
    .set((eb) => ({ last_display_id: eb('last_display_id', '+', 1) }))
    .where('id', '=', account.id)
    .returning('last_display_id')
    .executeTakeFirstOrThrow();
  return row.last_display_id;
}
