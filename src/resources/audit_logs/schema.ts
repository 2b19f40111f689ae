import type { InferType } from 'yup';
import { AUDIT_ACTIONS } from '../../entities/audit-log.ts';
import { integer, moment, object, oneOf, text } from '../../fields.ts';
import type { LogFilter } from './queries.ts';

export const auditLogsQuery = object({
  user_id: integer(),
  auditable_type: text(),
  auditable_id: integer(),
  action: oneOf(AUDIT_ACTIONS),
  since: moment(),
  until: moment(),
});

export function logFilter(accountId: number, query: InferType<typeof auditLogsQuery>): LogFilter {
  return {
    accountId,
    userId: query.user_id,
    username: undefined,
    type: query.auditable_type,
    id: query.auditable_id,
    action: query.action,
    since: query.since,
    until: query.until,
  };
}
