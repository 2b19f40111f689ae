import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import { inList, withRowLock } from '../../db/dialect.ts';
import { type Db } from '../../db/orm.ts';
import { paged, type Range } from '../../db/paged.ts';
import { isActiveInbox } from '../../records/active-inboxes.ts';
import type { InboxDetails } from '../../records/inbox.ts';

/** An inbox with its bot, and with its channel's address and encrypted secrets. */
export type InboxRow = InboxDetails & {
  sealedSecrets: string | null;
  address: string | null;
  agentBotId: number | null;
};

/** The account's inboxes with the ids `ids` (null = all) by name; one page, or all with `page` null. */
export async function listInboxes(
  tx: Tx,
  accountId: number,
  ids: readonly number[] | null,
  page: Range | null,
): Promise<InboxRow[]> {
  const whole = selectInboxes(tx.db)
    .where('i.account_id', '=', accountId)
    .$if(ids !== null, (query) => query.where(inList(tx, 'i.id', JSON.stringify(ids))))
    .orderBy(sql`lower(i.name)`)
    .orderBy('i.id');
  const rows = await paged(whole, page).execute();
  return rows.map(toInbox);
}

/** The account's inbox with this id; null when there is none. */
export async function findInbox(tx: Tx, accountId: number, id: number): Promise<InboxRow | null> {
  const row = await selectInboxes(tx.db)
    .where('i.account_id', '=', accountId)
    .where('i.id', '=', id)
    .executeTakeFirst();
  return row ? toInbox(row) : null;
}

/** Locks the inbox until the end of the transaction. */
export async function lockInbox(tx: Tx, id: number): Promise<void> {
  await withRowLock(tx, tx.db.selectFrom('inboxes').select('id').where('id', '=', id)).execute();
}

function selectInboxes(db: Db) {
  return db
    .selectFrom('inboxes as i')
    .innerJoin('channels as ch', 'ch.id', 'i.channel_id')
    .where(isActiveInbox('i'))
    .select([
      'i.id',
      'i.name',
      'i.greeting_enabled as greetingEnabled',
      'i.greeting_message as greetingMessage',
      'i.enable_auto_assignment as enableAutoAssignment',
      'i.auto_assignment_config as autoAssignmentConfig',
      'i.enable_email_collect as enableEmailCollect',
      'i.working_hours_enabled as workingHoursEnabled',
      'i.out_of_office_message as outOfOfficeMessage',
      'i.working_hours as workingHours',
      'i.timezone',
      'i.csat_survey_enabled as csatSurveyEnabled',
      'i.csat_config as csatConfig',
      'i.allow_messages_after_resolved as allowMessagesAfterResolved',
      'i.lock_to_single_conversation as lockToSingleConversation',
      'i.sender_name_type as senderNameType',
      'i.business_name as businessName',
      'i.avatar_url as avatarUrl',
      'i.agent_bot_id as agentBotId',
      'i.created_at as createdAt',
      'i.updated_at as updatedAt',
      'ch.id as channelId',
      'ch.type as channelType',
      'ch.identifier as channelIdentifier',
      'ch.settings as channelSettings',
      'ch.webhook_url as webhookUrl',
      'ch.reply_window_hours as replyWindowHours',
      'ch.address',
      'ch.sealed_secrets as sealedSecrets',
      'ch.created_at as channelCreatedAt',
      'ch.updated_at as channelUpdatedAt',
    ]);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectInboxes>['execute']>>[number];

function toInbox(row: Selected): InboxRow {
  return {
    id: row.id,
    name: row.name,
    greetingEnabled: row.greetingEnabled,
    greetingMessage: row.greetingMessage,
    enableAutoAssignment: row.enableAutoAssignment,
    autoAssignmentConfig: row.autoAssignmentConfig,
    enableEmailCollect: row.enableEmailCollect,
    workingHoursEnabled: row.workingHoursEnabled,
    outOfOfficeMessage: row.outOfOfficeMessage,
    workingHours: row.workingHours,
    timezone: row.timezone,
    csatSurveyEnabled: row.csatSurveyEnabled,
    csatConfig: row.csatConfig,
    allowMessagesAfterResolved: row.allowMessagesAfterResolved,
    lockToSingleConversation: row.lockToSingleConversation,
    senderNameType: row.senderNameType,
    businessName: row.businessName,
    avatarUrl: row.avatarUrl,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    agentBotId: row.agentBotId,
    address: row.address,
    sealedSecrets: row.sealedSecrets,
    channel: {
      id: row.channelId,
      type: row.channelType,
      identifier: row.channelIdentifier,
      settings: row.channelSettings,
      webhookUrl: row.webhookUrl,
      replyWindowHours: row.replyWindowHours,
      createdAt: row.channelCreatedAt,
      updatedAt: row.channelUpdatedAt,
    },
  };
}
