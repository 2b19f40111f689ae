import { isOfMember } from '../presence/of-member.ts';
import type { Tx } from '../db/tx.ts';
import { ATTACHMENT, MESSAGE, type MessageRecord, type Presence, type SenderRecord } from './message.ts';
import { sql } from 'kysely';
import { inList } from '../db/dialect.ts';
import { type Placeholders, prepared } from '../db/prepared.ts';
import type { Db } from '../db/database.ts';
import type { ReadRows } from '../db/kept/row-keys.ts';
import { shownUser } from './agent-columns.ts';
import { columns, recordReader } from './columns.ts';

const shown = shownUser('u', 'w');

/** The messages with these row keys, oldest first. */
export async function readMessages(tx: Tx, ids: number[]): Promise<MessageRecord[]> {
  if (ids.length === 0) return [];
  return withAttachments(tx, await byIds(tx, { ids: JSON.stringify(ids) }));
}

/** The message with this row key, for an event, which also tells how available its sender is; null when there is none. */
export async function readMessageForEvent(tx: Tx, id: number): Promise<MessageRecord | null> {
  const [message] = await withAttachments(tx, await byId(tx, { id }));
  return message ?? null;
}

const byId = prepared((db, values: Placeholders<{ id: number }>) =>
  selectWithPresence(db).where('m.id', '=', values.id),
);

const byIds = prepared((db, values: Placeholders<{ ids: string }>, _: void, tx) =>
  selectMessages(db)
    .where(inList(tx, 'm.id', values.ids))
    .orderBy('m.id'),
);

/** A query of messages (`m`) with their senders, to be filtered and ordered; `withAttachments` completes its rows. */
export function selectMessages(db: Db) {
  return db
    .selectFrom('messages as m')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'm.sender_id').on('m.sender_type', '=', sql.lit('User')))
    .leftJoin('account_users as w', (join) =>
      join.onRef('w.account_id', '=', 'm.account_id').onRef('w.user_id', '=', 'u.id'),
    )
    .leftJoin('contacts as p', (join) =>
      join.onRef('p.id', '=', 'm.sender_id').on('m.sender_type', '=', sql.lit('Contact')),
    )
    .leftJoin('agent_bots as b', (join) =>
      join.onRef('b.id', '=', 'm.sender_id').on('m.sender_type', '=', sql.lit('AgentBot')),
    )
    .select(columns('m', [...MESSAGE, ...LINKS]))
    .select([
      shown.name.as('userName'),
      shown.displayName.as('userDisplayName'),
      shown.email.as('userEmail'),
      shown.avatarUrl.as('userAvatarUrl'),
      'p.name as contactName',
      'p.email as contactEmail',
      'p.phone_number as contactPhoneNumber',
      'p.identifier as contactIdentifier',
      'p.avatar_url as contactAvatarUrl',
      'b.name as botName',
      'b.avatar_url as botAvatarUrl',
    ]);
}

/** The same with the presence of senders, which lists do not show: it would change whenever an agent is seen. */
export function selectWithPresence(db: Db) {
  return selectMessages(db)
    .leftJoin('presences as r', (join) => join.on(isOfMember('w')))
    .select(['w.availability', 'w.auto_offline as autoOffline', 'r.online_until as onlineUntil']);
}

/** The columns of a message that become its sender and its attachments. */
const LINKS = ['senderType', 'senderId', 'attachmentsCount'] as const;

type Shown = Awaited<ReturnType<ReturnType<typeof selectMessages>['execute']>>[number];
type WithPresence = Awaited<ReturnType<ReturnType<typeof selectWithPresence>['execute']>>[number];
type Selected = Shown | WithPresence;

/** The records of the rows, with a single statement if any has attachments. */
export async function withAttachments(tx: Tx, rows: Selected[]): Promise<MessageRecord[]> {
  const ids = rows.filter((row) => row.attachmentsCount > 0).map((row) => row.id);
  const attachments = ids.length > 0 ? await attachmentsOf(tx, { ids: JSON.stringify(ids) }) : [];
  return rows.map((row) => ({
    ...messageIn(row),
    sender: senderOf(row),
    attachments: attachments.filter((attachment) => attachment.messageId === row.id),
  }));
}

/** The rows that the message was read from. */
export function rowsOfMessage({ id, sender }: MessageRecord): ReadRows {
  const users = sender?.type === 'User' ? [sender.id] : [];
  const contacts = sender?.type === 'Contact' ? [sender.id] : [];
  const bots = sender?.type === 'AgentBot' ? [sender.id] : [];
  return { messages: [id], attachments: [id], users, account_users: users, contacts, agent_bots: bots };
}

const messageIn = recordReader(MESSAGE);

const attachmentsOf = prepared((db, values: Placeholders<{ ids: string }>, _: void, tx) =>
  db
    .selectFrom('attachments as x')
    .where(inList(tx, 'x.message_id', values.ids))
    .orderBy('x.id')
    .select(columns('x', ATTACHMENT)),
);

function senderOf(row: Selected): SenderRecord | null {
  const unset = {
    displayName: null,
    email: null,
    phoneNumber: null,
    identifier: null,
    avatarUrl: null,
    presence: null,
  };
  if (row.senderType === null || row.senderId === null) return null;
  if (row.senderType === 'AgentBot') {
    return { ...unset, type: 'AgentBot', id: row.senderId, name: row.botName ?? '', avatarUrl: row.botAvatarUrl };
  }
  if (row.senderType === 'User') {
    return {
      ...unset,
      type: 'User',
      id: row.senderId,
      name: row.userName ?? '',
      displayName: row.userDisplayName,
      email: row.userEmail,
      avatarUrl: row.userAvatarUrl,
      presence: presenceOf(row),
    };
  }
  return {
    ...unset,
    type: 'Contact',
    id: row.senderId,
    name: row.contactName ?? '',
    email: row.contactEmail,
    phoneNumber: row.contactPhoneNumber,
    identifier: row.contactIdentifier,
    avatarUrl: row.contactAvatarUrl,
  };
}

function presenceOf(row: Selected): Presence | null {
  if (!('availability' in row) || row.availability === null) return null;
  return { availability: row.availability, autoOffline: row.autoOffline ?? false, onlineUntil: row.onlineUntil };
}
