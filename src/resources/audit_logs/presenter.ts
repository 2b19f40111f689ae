import type { Shown } from '../../wire/shape.ts';
import { unixSeconds } from '../../time.ts';
import type { auditLogShape } from './answers.ts';
import type { AuditRow } from './queries.ts';
import { type Auditable, auditableKey } from './read-auditables.ts';

/** `auditables`: as `readAuditables` gives them. */
export function presentEntry(entry: AuditRow, auditables: ReadonlyMap<string, Auditable>): Shown<typeof auditLogShape> {
  return {
    id: entry.id,
    auditable_id: entry.auditableId,
    auditable_type: entry.auditableType,
    auditable: auditables.get(auditableKey(entry.auditableType, entry.auditableId)) ?? null,
    associated_id: entry.accountId,
    associated_type: entry.accountId === null ? null : 'Account',
    user_id: entry.userId,
    user_type: entry.userType,
    username: entry.username,
    action: entry.action,
    audited_changes: entry.changes,
    version: entry.version,
    comment: entry.comment,
    request_uuid: entry.requestId,
    created_at: unixSeconds(entry.createdAt),
    remote_address: entry.remoteAddress,
  };
}
