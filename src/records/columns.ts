import type { Selectable } from 'kysely';
import type { Tables } from '../db/database.ts';

/** The column that holds a property: `display_id` for `displayId`. */
type ColumnOf<Property extends string> = Property extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${ColumnOf<Rest>}`
  : '';

/** The properties with these columns of the table, and their types when read. */
export type RecordOf<Table extends keyof Tables, Properties extends readonly string[]> = {
  -readonly [Property in Properties[number]]: Selectable<Tables[Table]>[ColumnOf<Property> &
    keyof Selectable<Tables[Table]>];
};

/** What `columns` selects; `Prefix` is part of each name. */
type Columns<Alias extends string, Properties extends readonly string[], Prefix extends string> = readonly {
  [Property in Properties[number]]: `${Alias}.${ColumnOf<Property>} as ${Prefix}${Property}`;
}[Properties[number]][];

/**
 * The columns that hold the properties, for `select`: each is named as its property, behind `prefix` where several
 * records are read in one row. `alias` is the table's in the query.
 */
export function columns<Alias extends string, const Properties extends readonly string[], Prefix extends string = ''>(
  alias: Alias,
  properties: Properties,
  prefix?: Prefix,
): Columns<Alias, Properties, Prefix> {
  return properties.map(
    (property) => `${alias}.${columnOf(property)} as ${prefix ?? ''}${property}`,
  ) as readonly string[] as Columns<Alias, Properties, Prefix>;
}

function columnOf(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Reads the properties that were selected with `columns(…, properties, prefix)` from a row, as a record of their own. */
export function recordReader<const Properties extends readonly string[], Prefix extends string = ''>(
  properties: Properties,
  prefix?: Prefix,
) {
  const values = properties.map((name) => `${JSON.stringify(name)}: row[${JSON.stringify(`${prefix ?? ''}${name}`)}]`);
  // As code, because a loop over the names takes much longer, and makes objects that are slower to read.
  // oxlint-disable-next-line no-implied-eval, no-new-func
  const read = new Function('row', `return { ${values.join(', ')} }`) as (row: object) => object;
  return <Row extends { [Property in Properties[number] as `${Prefix}${Property}`]: unknown }>(row: Row) =>
    read(row) as { [Property in Properties[number]]: Row[`${Prefix}${Property}` & keyof Row] };
}
