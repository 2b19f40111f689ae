import { onlyRow, type Placeholders, prepared } from '../../db/prepared.ts';
import type { EntityManager } from '../../db/orm.ts';

export type Phrases = Awaited<ReturnType<typeof phrasesOf>>[number];

/** What the conversation's inbox says by itself and when it is open, and the campaign that began the conversation (null = none). */
export async function readPhrases(em: EntityManager, conversationId: number): Promise<Phrases> {
  return onlyRow(await phrasesOf(em, { conversationId }));
}

const phrasesOf = prepared((db, values: Placeholders<{ conversationId: number }>) =>
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
