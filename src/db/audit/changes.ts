import { isDeepStrictEqual } from 'node:util';
import type { AuditAction } from '../../entities/audit-log.ts';
import type { Attributes, Json } from '../../entities/columns.ts';
import { isHidden } from './hidden-columns.ts';
import type { AuditRule } from './rules.ts';
import type { Row } from './whose.ts';

/** Replaces secrets in the log. */
const REDACTED = '[redacted]';
/** Columns that repeat facts of the entry. */
const OF_EACH_ROW = ['id', 'created_at', 'updated_at'];

/** What was done to a row; `before` is what it was before an update, and else null. */
export type Change = { action: AuditAction; row: Row; before: Row | null; changes: Attributes };

/** The change of a row by a statement; `before` null = inserted, `after` null = deleted. */
export function changeOf(table: string, rule: AuditRule, before: Row | null, after: Row | null): Change | null {
  const [was, is] = [present(rule, before), present(rule, after)];
  if (was && is) return update(table, rule, was, is);
  if (is) return { action: 'create', row: is, before: null, changes: all(table, rule, is) };
  return was && { action: 'destroy', row: after ?? was, before: null, changes: all(table, rule, was) };
}

function present({ deletedBy }: AuditRule, row: Row | null): Row | null {
  return row && deletedBy !== undefined && row[deletedBy] !== null ? null : row;
}

function update(table: string, rule: AuditRule, was: Row, is: Row): Change | null {
  const changed = columnsOf(rule, is).filter((column) => !isDeepStrictEqual(was[column], is[column]));
  if (changed.length === 0) return null;
  const shown = (row: Row, column: string) => show(table, rule, column, row[column]);
  const pairs = changed.map((column) => [column, [shown(was, column), shown(is, column)]]);
  return { action: 'update', row: is, before: was, changes: Object.fromEntries(pairs) as Attributes };
}

function all(table: string, rule: AuditRule, row: Row): Attributes {
  return Object.fromEntries(columnsOf(rule, row).map((column) => [column, show(table, rule, column, row[column])]));
}

function columnsOf({ ignores }: AuditRule, row: Row): string[] {
  return Object.keys(row).filter((column) => !OF_EACH_ROW.includes(column) && !ignores.includes(column));
}

function show(table: string, { shows }: AuditRule, column: string, value: unknown): Json {
  if (value === null) return null;
  if (isHidden(table, column)) return REDACTED;
  const shown = value instanceof Date ? value.toISOString() : (value as Json);
  return shows?.[column]?.(shown) ?? shown;
}
