import type { Tx } from '../db/tx.ts';
import { type MessageRecord, messageRecord, type SenderRecord } from './message.ts';
import { sql } from 'kysely';
import { inList } from '../db/dialect.ts';
import { type Placeholders, prepared } from '../db/prepared.ts';
import type { Db } from '../db/orm.ts';
import { shownUser } from './agent-columns.ts';

const shown = shownUser('u', 'w');

/** The messages with these row keys, oldest first. */
export async function readMessages(tx: Tx, ids: number[]): Promise<MessageRecord[]> {
  if (ids.length === 0) return [];
  return withAttachments(tx, await byIds(tx, { ids: JSON.stringify(ids) }));
}

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
    .select([
      'm.id',
      'm.account_id as accountId',
      'm.inbox_id as inboxId',
      'm.message_type as messageType',
      'm.content',
      'm.content_type as contentType',
      'm.content_attributes as contentAttributes',
      'm.additional_attributes as additionalAttributes',
      'm.status',
      'm.external_error as externalError',
      'm.private',
      'm.source_id as sourceId',
      'm.sender_type as senderType',
      'm.sender_id as senderId',
      'm.attachments_count as attachmentsCount',
      'm.created_at as createdAt',
      'm.updated_at as updatedAt',
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

type Selected = Awaited<ReturnType<ReturnType<typeof selectMessages>['execute']>>[number];

/** The records of the rows; one statement where any of them has attachments. */
export async function withAttachments(tx: Tx, rows: Selected[]): Promise<MessageRecord[]> {
  const ids = rows.filter((row) => row.attachmentsCount > 0).map((row) => row.id);
  const attachments = ids.length > 0 ? await attachmentsOf(tx, { ids: JSON.stringify(ids) }) : [];
  return rows.map((row) =>
    messageRecord(
      row,
      senderOf(row),
      attachments.filter((attachment) => attachment.messageId === row.id),
    ),
  );
}

const attachmentsOf = prepared((db, values: Placeholders<{ ids: string }>, _: void, tx) =>
  db
    .selectFrom('attachments as x')
    .where(inList(tx, 'x.message_id', values.ids))
    .orderBy('x.id')
    .select([
      'x.id',
      'x.message_id as messageId',
      'x.file_type as fileType',
      'x.key',
      'x.filename',
      'x.content_type as contentType',
      'x.file_size as fileSize',
      'x.width',
      'x.height',
      'x.thumbnail_key as thumbnailKey',
    ]),
);

function senderOf(row: Selected): SenderRecord | null {
  const unset = { displayName: null, email: null, phoneNumber: null, identifier: null, avatarUrl: null };
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
    };
  }
  return {
    type: 'Contact',
    id: row.senderId,
    name: row.contactName ?? '',
    displayName: null,
    email: row.contactEmail,
    phoneNumber: row.contactPhoneNumber,
    identifier: row.contactIdentifier,
    avatarUrl: row.contactAvatarUrl,
  };
}
