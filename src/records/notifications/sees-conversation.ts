import { type RawBuilder, sql, type SqlBool } from 'kysely';

/**
 * Whether the member `a` (`account_users`) sees the conversation `c`: as an administrator, or as a member of its inbox or
 * of its team. The same as `findVisibleConversation` decides, for queries with these aliases.
 */
export const seesConversation = (): RawBuilder<SqlBool> => sql<SqlBool>`(a.role = 'administrator'
  or exists (select 1 from inbox_members im where im.inbox_id = c.inbox_id and im.user_id = a.user_id)
  or exists (select 1 from team_members tm where tm.team_id = c.team_id and tm.user_id = a.user_id))`;
