import { onOneLine } from '../answer.ts';
import type { AuditRow } from '../../resources/audit_logs/queries.ts';
import type { Json } from '../../entities/columns.ts';

const WIDTH = 80;
const INDENT = '  ';
/** Most changes that are shown of an entry; JSON has all. */
const SHOWN = 8;

/** An entry of the audit log for a terminal: what was done, who did it, and one line for each change. */
export function entryInWords(entry: AuditRow): string {
  const { auditableType: type, auditableId: id, action, createdAt, accountId } = entry;
  const thing = id === null ? type : `${type} ${id}`;
  const place = accountId === null ? '' : `  account ${accountId}`;
  const changes = Object.keys(entry.changes)
    .toSorted()
    .map((column) => `${column}: ${valueInWords(action, entry.changes[column] ?? null)}`);
  const more = changes.length > SHOWN ? [`and ${changes.length - SHOWN} more (--json shows all)`] : [];
  return [
    line(`${createdAt.toISOString().slice(0, 19)}Z  ${action} ${thing}${place}`),
    ...[authorInWords(entry), ...changes.slice(0, SHOWN), ...more].map((each) => line(`${INDENT}${each}`)),
  ].join('\n');
}

function authorInWords({ userType, username, userId, comment, remoteAddress }: AuditRow): string {
  const who = userType === null ? 'somebody unknown' : (username ?? `${userType} ${userId}`);
  const kind = userType === null || userType === 'User' || userType === 'CommandLine' ? '' : ` (${userType})`;
  const how = comment === null ? '' : `, ${comment}`;
  return `by ${who}${kind}${remoteAddress === null ? '' : ` from ${remoteAddress}`}${how}`;
}

function valueInWords(action: AuditRow['action'], value: Json): string {
  if (action !== 'update' || !Array.isArray(value)) return text(value);
  const [before = null, after = null] = value;
  return `${text(before)} -> ${text(after)}`;
}

const text = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value));

/** The text without what a terminal would obey, cut where the terminal ends. */
function line(given: string): string {
  const shown = onOneLine(given);
  return shown.length > WIDTH ? `${shown.slice(0, WIDTH - 1)}…` : shown;
}
