import type { Tx } from '../db/tx.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Attribute } from './attributes.ts';

// Both databases must compare the same value. They differ in what lower() changes, in how a JSON value reads as text,
// and in what counts as a number. So only A to Z are lowered, and only values of the attribute's own JSON type are
// compared. Whole numbers also count as text, because many clients write "order 7" as 7.

/**
 * The attribute's value in the row `c` as SQL, with A to Z in lower case; null for no value or another type. `any` accepts
 * every type, only to check whether there is a value.
 * Of a text in a column of its own, no more than `longest` characters are looked at.
 */
export function valueOf(
  tx: Tx,
  attribute: Attribute,
  type: 'own' | 'any' = 'own',
  longest = Infinity,
): RawBuilder<unknown> {
  const column = sql.ref(`c.${attribute.at.column}`);
  if ('key' in attribute.at) {
    const { key } = attribute.at;
    return tx.isPostgres ? postgresValue(attribute, column, key, type) : sqliteValue(attribute, column, key, type);
  }
  if (attribute.kind !== 'text' || type !== 'own') return column;
  return longest === Infinity ? sql`lower(${column})` : sql`lower(substr(${column}, 1, ${longest}))`;
}

/** Whole numbers with more digits read differently in the two databases. */
const DIGITS = 15;

function postgresValue(attribute: Attribute, column: RawBuilder<unknown>, key: string, type: 'own' | 'any') {
  const [value, text] = [sql`(${column} -> ${key}::text)`, sql`((${column} ->> ${key}::text) collate "C")`];
  if (type === 'any') return text;
  switch (attribute.kind) {
    case 'number':
      return sql`(case when jsonb_typeof(${value}) = 'number' then ${text}::float8 end)`;
    case 'flag':
      return sql`(case when jsonb_typeof(${value}) = 'boolean' then ${text}::boolean end)`;
    case 'date':
      return sql`(case when jsonb_typeof(${value}) = 'string' and ${text} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then left(${text}, 10) end)`;
    default:
      return sql`(case when jsonb_typeof(${value}) = 'string' then lower(${text})
        when jsonb_typeof(${value}) = 'number' and ${text} ~ ${`^-?[0-9]{1,${DIGITS}}$`} then ${text} end)`;
  }
}

function sqliteValue(attribute: Attribute, column: RawBuilder<unknown>, key: string, type: 'own' | 'any') {
  const path = `$.${JSON.stringify(key)}`;
  const [is, value] = [sql`json_type(${column}, ${path})`, sql`json_extract(${column}, ${path})`];
  if (type === 'any') return value;
  switch (attribute.kind) {
    case 'number':
      return sql`(case when ${is} in ('integer', 'real') then ${value} end)`;
    case 'flag':
      return sql`(case ${is} when 'true' then 1 when 'false' then 0 end)`;
    case 'date':
      return sql`(case when ${is} = 'text' and ${value} glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*' then substr(${value}, 1, 10) end)`;
    default:
      return sql`(case when ${is} = 'text' then lower(${value})
        when ${is} = 'integer' and abs(${value}) < ${sql.lit(10 ** DIGITS)} then cast(${value} as text) end)`;
  }
}
