import { AUDIT_ACTIONS, AUTHOR_TYPES } from '../../entities/audit-log.ts';
import { attributes, integer, list, named, nullable, oneOf, seconds, shape, text } from '../../wire/shape.ts';

export const auditLogShape = named('AuditLog', {
  id: integer,
  auditable_id: nullable(integer),
  auditable_type: text,
  auditable: nullable(attributes),
  associated_id: nullable(integer),
  associated_type: nullable(oneOf(['Account'])),
  user_id: nullable(integer),
  user_type: nullable(oneOf(AUTHOR_TYPES)),
  username: nullable(text),
  action: oneOf(AUDIT_ACTIONS),
  audited_changes: attributes,
  version: integer,
  comment: nullable(text),
  request_uuid: nullable(text),
  created_at: seconds,
  remote_address: nullable(text),
});

export const auditLogsShape = shape({
  per_page: integer,
  total_entries: integer,
  current_page: integer,
  audit_logs: list(auditLogShape),
});
