import type { Tx } from '../db/tx.ts';
import { inList } from '../db/dialect.ts';
import { type Placeholders, prepared } from '../db/prepared.ts';
import { readByIds } from './read-by-ids.ts';

/** An inbox with its account and channel, as far as its conversations need them. */
export type InboxOfConversation = Awaited<ReturnType<typeof inboxesByIds>>[number];

/** The inboxes with these ids; one statement. */
export function readInboxes(tx: Tx, inboxIds: number[]): Promise<InboxOfConversation[]> {
  return readByIds(inboxIds, (ids) => inboxesByIds(tx, { ids }));
}

const inboxesByIds = prepared((db, values: Placeholders<{ ids: string }>, _: void, tx) =>
  db
    .selectFrom('inboxes as i')
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    .innerJoin('channels as ch', 'ch.id', 'i.channel_id')
    .where(inList(tx, 'i.id', values.ids))
    .select([
      'i.id',
      'i.name',
      'i.agent_bot_id as agentBotId',
      'i.lock_to_single_conversation as lockToSingleConversation',
      'i.enable_auto_assignment as enableAutoAssignment',
      'i.auto_assignment_config as autoAssignmentConfig',
      'i.greeting_enabled as greetingEnabled',
      'i.working_hours_enabled as workingHoursEnabled',
      'i.enable_email_collect as enableEmailCollect',
      'i.csat_survey_enabled as csatSurveyEnabled',
      'a.id as accountId',
      'a.name as accountName',
      'ch.type as channelType',
      'ch.webhook_url as webhookUrl',
      'ch.reply_window_hours as replyWindowHours',
    ]),
);
