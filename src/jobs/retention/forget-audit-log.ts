import type { App } from '../../app.ts';
import { forgetAuditLog as forget } from '../../resources/audit_logs/forget-audit-log.ts';

/** Removes entries of the audit log that are older than the setting `audit_log.keep_days` says. */
export async function forgetAuditLog(app: App, now: Date): Promise<void> {
  await forget(app.tx(), app.config.audit_log.keep_days, now);
}
