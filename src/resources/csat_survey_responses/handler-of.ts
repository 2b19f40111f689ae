import { type RawBuilder, sql } from 'kysely';

/** The reporting events that name who handled a conversation; its opening does not, because an assignee may never answer. */
const HANDLING = sql.join(['conversation_resolved', 'first_response', 'reply_time'].map((name) => sql.lit(name)));

/**
 * The row key of the user who handles the conversation `c`, in SQL: its assignee; where it has none, because a rule or a
 * person has unassigned it, the member of the account who had it when it was resolved, or who answered last. Null = nobody.
 */
export function handlerOf(): RawBuilder<number | null> {
  return sql<number | null>`coalesce(c.assignee_id, (
    select e.user_id from reporting_events e
    join account_users m on m.user_id = e.user_id and m.account_id = e.account_id
    where e.conversation_id = c.id and e.name in (${HANDLING}) order by e.id desc limit 1))`;
}
