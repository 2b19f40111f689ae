import type { Tx } from '../db/tx.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { goesOn, textsIn } from '../db/dialect.ts';
import type { Attribute, Model } from './attributes.ts';
import { valueOf } from './attribute-value.ts';
import type { Condition } from './read-conditions.ts';

/**
 * With more conditions than this, `is true` hides the subqueries of each from PostgreSQL, which would otherwise make
 * joins of them and plan their order for seconds.
 */
const MOST_JOINED = 8;

/**
 * Whether the conditions search the whole table, or check a few known rows; for the latter, no condition may list
 * everything that meets it, and texts are looked into up to `longestText` characters.
 */
type Use = 'search' | 'check' | { longestText: number };

/**
 * The conditions as one SQL condition on the conversation or contact `c`. AND binds before OR; without conditions,
 * every row matches. The account is for labels alone: the query around it must itself keep to the account's rows.
 */
export function compileFilter(
  tx: Tx,
  model: Model,
  accountId: number,
  conditions: Condition[],
  use: Use = 'search',
): RawBuilder<SqlBool> {
  const isSplit = tx.isPostgres && conditions.length > MOST_JOINED;
  const meets = joined(
    conditions.map((condition) => {
      const compiled = compileCondition(tx, model, accountId, condition, use);
      return { next: condition.next, sql: isSplit ? sql`(${compiled} is true)` : compiled };
    }),
  );
  if (conditions.length === 0) return meets;
  return use === 'search' ? sql<SqlBool>`(${goesOn(tx, 'c.id')} and ${meets})` : meets;
}

/** Conditions as one: AND binds before OR; none always hold. */
export function joined(conditions: readonly { sql: RawBuilder<SqlBool>; next: 'and' | 'or' }[]): RawBuilder<SqlBool> {
  const groups: RawBuilder<SqlBool>[][] = [[]];
  for (const condition of conditions) {
    groups.at(-1)?.push(condition.sql);
    if (condition.next === 'or') groups.push([]);
  }
  const all = groups.filter((group) => group.length > 0).map((group) => sql`(${sql.join(group, sql` and `)})`);
  if (all.length === 0) return sql<SqlBool>`(1 = 1)`;
  return sql<SqlBool>`(${sql.join(all, sql` or `)})`;
}

export function compileCondition(
  tx: Tx,
  model: Model,
  accountId: number,
  condition: Condition,
  use: Use,
): RawBuilder<SqlBool> {
  const { attribute, operator, values } = condition;
  if (attribute.kind === 'labels') return compileLabels(tx, model, accountId, condition, use);

  const value = valueOf(tx, attribute);
  switch (operator) {
    case 'is_present':
      return sql`(${valueOf(tx, attribute, 'any')} is not null)`;
    case 'is_not_present':
      return sql`(${valueOf(tx, attribute, 'any')} is null)`;
    case 'equal_to':
      return sql`(${value} in (${listOf(tx, condition)}))`;
    case 'not_equal_to':
      return attribute.absentDiffers
        ? sql`(${value} is null or ${value} not in (${listOf(tx, condition)}))`
        : sql`(${value} not in (${listOf(tx, condition)}))`;
    case 'contains':
      return containsAny(tx, textOf(tx, attribute, use), values);
    case 'does_not_contain':
      return sql`(${value} is not null and not ${containsAny(tx, textOf(tx, attribute, use), values)})`;
    case 'starts_with':
      return sql`(substr(${value}, 1, ${String(values[0]).length}) = ${values[0]})`;
    case 'is_greater_than':
      return compileGreater(tx, condition, value);
    case 'is_less_than':
    case 'days_before':
      return sql`(${value} < ${bindable(tx, condition)})`;
  }
}

/** The values as the list of an `in`, bound as a single parameter. */
function listOf(tx: Tx, { attribute, values }: Condition): RawBuilder<unknown> {
  const json = JSON.stringify(values);
  if (attribute.kind === 'text' || attribute.kind === 'choice' || attribute.kind === 'date') return textsIn(tx, json);
  if (!tx.isPostgres) return sql`select value from json_each(${json})`;
  const type = { id: 'int', number: 'float8', flag: 'boolean' }[attribute.kind as 'id' | 'number' | 'flag'];
  return sql`select value::${sql.raw(type)} from jsonb_array_elements_text(${json}::jsonb)`;
}

/** Whether the text contains any of the values, bound as one parameter; no character is a wildcard. */
function containsAny(tx: Tx, text: RawBuilder<unknown>, values: unknown[]): RawBuilder<SqlBool> {
  const json = JSON.stringify(values);
  return tx.isPostgres
    ? sql`exists (select 1 from jsonb_array_elements_text(${json}::jsonb) v (value) where strpos(${text}, v.value collate "C") > 0)`
    : sql`exists (select 1 from json_each(${json}) v where instr(${text}, v.value) > 0)`;
}

function textOf(tx: Tx, attribute: Attribute, use: Use): RawBuilder<unknown> {
  const longest = typeof use === 'object' ? use.longestText : Infinity;
  const value = valueOf(tx, attribute, 'own', longest);
  if (attribute.kind === 'id') return tx.isPostgres ? sql`(${value}::text collate "C")` : sql`cast(${value} as text)`;
  return 'key' in attribute.at && longest !== Infinity ? sql`substr(${value}, 1, ${longest})` : value;
}

/** The values of times are the beginnings of days: for "greater", of the first that counts. */
function compileGreater(tx: Tx, condition: Condition, value: RawBuilder<unknown>): RawBuilder<SqlBool> {
  if (condition.attribute.kind !== 'moment') return sql`(${value} > ${bindable(tx, condition)})`;
  return sql`(${value} >= ${bindable(tx, condition)})`;
}

function bindable(tx: Tx, { attribute, values: [value] }: Condition): unknown {
  if (attribute.kind === 'moment') return new Date(Number(value));
  if (attribute.kind === 'number' && tx.isPostgres) return sql`${value}::float8`;
  return value;
}

function compileLabels(
  tx: Tx,
  model: Model,
  accountId: number,
  { operator, values }: Condition,
  use: Use,
): RawBuilder<SqlBool> {
  if (operator === 'is_present') return sql`(c.labels <> '[]')`;
  if (operator === 'is_not_present') return sql`(c.labels = '[]')`;
  const [table, key] = [sql.table(`${model}_labels`), sql.ref(`l.${model}_id`)];
  const labels = textsIn(tx, JSON.stringify(values));
  const labelled = sql`(select ${key} from ${table} l where l.account_id = ${accountId} and l.label in (${labels})${use === 'search' ? sql`` : sql` and ${key} = c.id`})`;
  return operator === 'equal_to' ? sql`(c.id in ${labelled})` : sql`(c.id not in ${labelled})`;
}
