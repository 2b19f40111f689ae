import type { Tx } from '../db/tx.ts';
import type { AccountRecord } from '../records/account.ts';
import type { Actor } from '../records/actor.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import type { MessageRecord } from '../records/message.ts';
import { randomUUID } from 'node:crypto';
import { json, withKeyShareLock, withRowLock } from '../db/dialect.ts';
import type { Attributes } from '../entities/columns.ts';
import type { ChannelType } from '../entities/channel.ts';
import type { ConversationStatus } from '../entities/conversation.ts';
import { found } from '../errors.ts';
import { typedAttributes } from '../records/attributes/typed-attributes.ts';
import { readConversation } from '../records/read-conversations.ts';
import { isLeftToProgram } from '../events/is-autoresponse.ts';
import { recordConversationCreated } from '../events/record-conversation.ts';
import type { ContactInboxKey } from './ensure-contact-inbox.ts';
import { activeInboxes } from '../records/active-inboxes.ts';
import { assignTeammate, autoAssign } from './assignment/auto-assign.ts';
import { countConversation } from './count-conversation.ts';
import { notifyOfAssignment } from './notifications/notify-of-assignment.ts';
import { notifyOfConversation } from './notifications/notify-of-conversation.ts';
import { followConversation } from './participants/follow-conversation.ts';
import { checkAssignee } from './assignment/check-assignee.ts';
import { checkTeam } from './assignment/check-team.ts';
import { recordForReports } from './reporting/record-event.ts';
import { lockSendingsEarly } from './sending/plan-sending.ts';

/** What a new conversation starts with. */
export type InitialState = {
  /** Null = resolved for a blocked contact, else pending in an inbox with a bot, else open. */
  status: ConversationStatus | null;
  /** Null = none. */
  assigneeId: number | null;
  /** Null = none. */
  teamId: number | null;
  /** The row key of the campaign that starts it; absent = none. */
  campaignId?: number;
  customAttributes: Attributes;
  additionalAttributes: Attributes;
};

/**
 * Writes the row of a new conversation with its number and counts, and makes the assignee a participant. To be called in a
 * transaction, and `beginConversation` after it.
 * @throws AppError `not_found` for the team, and for an inbox or a contact that has been deleted, `invalid` for the
 *   assignee, and as `typedAttributes`
 */
export async function insertConversation(
  tx: Tx,
  account: AccountRecord,
  contactInbox: ContactInboxKey,
  input: InitialState,
  now: Date,
): Promise<ConversationRecord> {
  const owner = { accountId: account.id, model: 'conversation_attribute' } as const;
  const customAttributes = await typedAttributes(tx, owner, input.customAttributes);
  const type = await lockParents(tx, contactInbox);
  await lockSendingsEarly(tx, { type, contactInboxId: contactInbox.id });
  const status = input.status ?? (await defaultStatus(tx, contactInbox));
  const displayId = await nextDisplayId(tx, account);
  if (input.teamId !== null) await checkTeam(tx, account.id, input.teamId);
  if (input.assigneeId !== null) await checkAssignee(tx, account.id, input.assigneeId);
  const { id } = await tx.db
    .insertInto('conversations')
    .values({
      account_id: account.id,
      inbox_id: contactInbox.inboxId,
      contact_id: contactInbox.contactId,
      contact_inbox_id: contactInbox.id,
      assignee_id: input.assigneeId,
      team_id: input.teamId,
      campaign_id: input.campaignId ?? null,
      display_id: displayId,
      uuid: randomUUID(),
      status,
      waiting_since: status === 'resolved' ? null : now,
      last_activity_at: now,
      custom_attributes: json(customAttributes),
      additional_attributes: json(input.additionalAttributes),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await countConversation(
    tx,
    { accountId: account.id, inboxId: contactInbox.inboxId, status, assigneeId: input.assigneeId },
    +1,
  );

  const conversation = await readConversation(tx, id);
  await recordForReports(tx, conversation, { name: 'conversation_created', userId: null, start: now }, now);
  if (input.assigneeId !== null) await followConversation(tx, conversation, [input.assigneeId], now);
  return conversation;
}

/**
 * Records that `actor` created the conversation (null = the system), with the message `first` if it has one already, notifies
 * those who want to hear of it, and assigns it automatically where `assignTeammate` or `autoAssign` does: also in place of an
 * assignee who is no member of the inbox.
 */
export async function beginConversation(
  tx: Tx,
  conversation: ConversationRecord,
  { first, actor }: { first: MessageRecord | null; actor: Actor | null },
  now: Date,
): Promise<ConversationRecord> {
  await recordConversationCreated(tx, conversation, first, now);
  if (!first || !isLeftToProgram(first)) await notifyOfConversation(tx, conversation, actor, now);
  await notifyOfAssignment(tx, conversation, actor, now);
  return autoAssign(tx, await assignTeammate(tx, conversation, now), now);
}

/**
 * Keeps the inbox and the contact from being deleted until the end of the transaction. Before anything is counted: a
 * message in another conversation of the contact locks in that order too. Returns the type of the inbox's channel.
 * @throws AppError `not_found` when one has been deleted
 */
async function lockParents(tx: Tx, contactInbox: ContactInboxKey): Promise<ChannelType> {
  const inbox = activeInboxes(tx)
    .innerJoin('channels as ch', 'ch.id', 'inboxes.channel_id')
    .select('ch.type')
    .where('inboxes.id', '=', contactInbox.inboxId);
  const contact = tx.db.selectFrom('contacts').select('id').where('id', '=', contactInbox.contactId);
  const { type } = found(await withKeyShareLock(tx, inbox).executeTakeFirst(), 'Inbox');
  found(await withRowLock(tx, contact).executeTakeFirst(), 'Contact');
  return type;
}

async function defaultStatus(tx: Tx, contactInbox: ContactInboxKey): Promise<ConversationStatus> {
  const row = await tx.db
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
async function nextDisplayId(tx: Tx, account: AccountRecord): Promise<number> {
  const row = await tx.db
    .updateTable('accounts')
    .set((eb) => ({ last_display_id: eb('last_display_id', '+', 1) }))
    .where('id', '=', account.id)
    .returning('last_display_id')
    .executeTakeFirstOrThrow();
  return row.last_display_id;
}
