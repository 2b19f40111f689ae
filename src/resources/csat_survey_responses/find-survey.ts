import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import { found, notFound } from '../../errors.ts';
import { DAY } from '../../time.ts';

/** A survey with its answer; `response` null = none yet. */
export type Survey = Selected & { response: ResponseRow | null };

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const OPEN_MS = 14 * DAY;

/** Whether the survey can still be answered, or its answer changed, at `now`: within `OPEN_MS` of its creation. */
export function isAnswerable(survey: { createdAt: Date }, now: Date): boolean {
  return now.getTime() - survey.createdAt.getTime() <= OPEN_MS;
}

/**
 * The newest survey of the conversation with this uuid.
 * @throws AppError `not_found`, "Survey not found", also for a conversation whose contact was never asked
 */
export async function findSurvey(tx: Tx, uuid: string): Promise<Survey> {
  if (!UUID.test(uuid)) throw notFound('Survey');
  const survey = found(await selectSurvey(tx, uuid.toLowerCase()).executeTakeFirst(), 'Survey');
  return { ...survey, response: (await selectResponse(tx, survey.messageId).executeTakeFirst()) ?? null };
}

type Selected = NonNullable<Awaited<ReturnType<ReturnType<typeof selectSurvey>['executeTakeFirst']>>>;
type ResponseRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectResponse>['executeTakeFirst']>>>;

/** Selects the newest survey; an agent may have sent one as well. */
function selectSurvey(tx: Tx, uuid: string) {
  return (
    tx.db
      .selectFrom('conversations as c')
      .innerJoin('messages as m', 'm.conversation_id', 'c.id')
      .innerJoin('inboxes as i', 'i.id', 'c.inbox_id')
      .innerJoin('accounts as a', 'a.id', 'c.account_id')
      .where('c.uuid', '=', uuid)
      .where('m.content_type', '=', sql.lit('input_csat' as const))
      // A private note of that type is for the team only.
      .where('m.private', '=', sql.lit(false))
      .orderBy('m.id', 'desc')
      .limit(1)
      .select([
        'm.id as messageId',
        'm.content',
        'm.content_attributes as contentAttributes',
        'm.created_at as createdAt',
        'c.id as conversationId',
        'c.display_id as displayId',
        'i.name as inboxName',
        'i.avatar_url as inboxAvatarUrl',
        'i.csat_config as config',
        'a.locale',
      ])
  );
}

function selectResponse(tx: Tx, messageId: number) {
  return tx.db
    .selectFrom('csat_survey_responses')
    .where('message_id', '=', messageId)
    .select([
      'id',
      'account_id as accountId',
      'contact_id as contactId',
      'assigned_agent_id as assignedAgentId',
      'rating',
      'feedback_message as feedbackMessage',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ]);
}
