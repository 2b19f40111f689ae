import type { Tx } from '../../db/tx.ts';
import { type Placeholders, prepared, onlyRow } from '../../db/prepared.ts';

export type ReplyTexts = Awaited<ReturnType<typeof textsOf>>[number];

/**
 * The texts of the automatic replies of the conversation's inbox, its opening hours, and the campaign that began the
 * conversation (null = none).
 */
export async function readReplyTexts(tx: Tx, conversationId: number): Promise<ReplyTexts> {
  return onlyRow(await textsOf(tx, { conversationId }));
}

const textsOf = prepared((db, values: Placeholders<{ conversationId: number }>) =>
  db
    .selectFrom('conversations as c')
    .innerJoin('inboxes as i', 'i.id', 'c.inbox_id')
    .where('c.id', '=', values.conversationId)
    .select([
      'c.campaign_id as campaignId',
      'i.greeting_message as greetingMessage',
      'i.out_of_office_message as outOfOfficeMessage',
      'i.working_hours_enabled as workingHoursEnabled',
      'i.working_hours as workingHours',
      'i.timezone',
    ]),
);
