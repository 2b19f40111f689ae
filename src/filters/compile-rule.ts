import type { Tx } from '../db/tx.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Json } from '../entities/columns.ts';
import { compileCondition, joined } from './compile.ts';
import { looksInside } from './read-values.ts';
import type { RuleCondition } from './read-rule-conditions.ts';

/** The subject of a rule's conditions, by row keys; the surrounding query has the conversation as `t`. */
export type RuleSubject = {
  accountId: number;
  messageId: number | null;
  /** The changes, by their names in events. */
  changed: { readonly [name: string]: Json };
};

/**
 * The conditions as one SQL condition, each as filters compile it: AND binds before OR; an empty list always holds. Where the values
 * that are looked for inside of texts are many and long, only the beginning of a long text counts.
 */
export function compileRule(tx: Tx, subject: RuleSubject, conditions: RuleCondition[]): RawBuilder<SqlBool> {
  const longest = longestTextFor(conditions);
  return joined(
    conditions.map((condition) => ({ next: condition.next, sql: compileOne(tx, subject, condition, longest) })),
  );
}

/** Steps that looking for values inside of texts may take in a rule: a character of the values for each character of the text. */
const MOST_STEPS = 100_000_000;
const LEAST_CHARACTERS = 200;

/** From how many characters on a text is cut, so that long values are not looked for in a long text. */
function longestTextFor(conditions: RuleCondition[]): number {
  const inside = conditions.filter((condition) => 'operator' in condition && looksInside(condition.operator));
  const values = inside.flatMap((condition) => ('values' in condition ? condition.values : []));
  const characters = values.reduce<number>((sum, value) => sum + String(value).length, 1);
  return Math.max(LEAST_CHARACTERS, Math.floor(MOST_STEPS / characters));
}

function compileOne(tx: Tx, subject: RuleSubject, condition: RuleCondition, longestText: number): RawBuilder<SqlBool> {
  if ('changed' in condition) return hasChanged(subject, condition) ? sql`(1 = 1)` : sql`(1 = 0)`;
  const { model } = condition;
  const meets = compileCondition(tx, model, subject.accountId, condition, { longestText });
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
