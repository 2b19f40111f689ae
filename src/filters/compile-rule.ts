import type { Tx } from '../db/tx.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Json } from '../entities/columns.ts';
import { compileCondition, joined } from './compile.ts';
import type { RuleCondition } from './read-rule-conditions.ts';

/** The subject of a rule's conditions, by row keys; the surrounding query has the conversation as `t`. */
export type RuleSubject = {
  accountId: number;
  messageId: number | null;
  /** The changes, by their names in events. */
  changed: { readonly [name: string]: Json };
};

/** The conditions as one SQL condition, each as filters compile it: AND binds before OR; an empty list always holds. */
export function compileRule(tx: Tx, subject: RuleSubject, conditions: RuleCondition[]): RawBuilder<SqlBool> {
  return joined(conditions.map((condition) => ({ next: condition.next, sql: compileOne(tx, subject, condition) })));
}

function compileOne(tx: Tx, subject: RuleSubject, condition: RuleCondition): RawBuilder<SqlBool> {
  if ('changed' in condition) return hasChanged(subject, condition) ? sql`(1 = 1)` : sql`(1 = 0)`;
  const { model } = condition;
  const meets = compileCondition(tx, model, subject.accountId, condition, 'check');
  if (model === 'conversation') return sql`exists (select 1 from conversations c where c.id = t.id and ${meets})`;
  if (model === 'contact') return sql`exists (select 1 from contacts c where c.id = t.contact_id and ${meets})`;
  if (subject.messageId === null) return sql`(1 = 0)`;
  return sql`exists (select 1 from messages c where c.id = ${subject.messageId} and ${meets})`;
}

/** Whether the attribute changed between two listed values; an empty list means any. */
function hasChanged(
  { changed }: RuleSubject,
  { changed: name, from, to }: { changed: string; from: Json[]; to: Json[] },
) {
  const change = changed[name] as { previous_value: Json; current_value: Json } | undefined;
  if (!change) return false;
  const isAmong = (value: Json, values: Json[]) =>
    values.length === 0 || (Array.isArray(value) ? value : [value]).some((one) => values.includes(one));
  return isAmong(change.previous_value, from) && isAmong(change.current_value, to);
}
