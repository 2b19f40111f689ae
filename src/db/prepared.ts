import type { Tx } from './tx.ts';
import { type Compilable, type CompiledQuery, type Expression, ValueNode } from 'kysely';
import type { Db } from './database.ts';

/**
 * Stands for a value of type T in a prepared query. Kysely accepts it wherever it accepts such a value. Its type is
 * also a symbol, so that the compiler refuses arithmetic and text with it; `Name` makes it refuse comparing two of
 * them.
 */
export type Placeholder<T, Name = unknown> = Expression<T> & symbol & { readonly [placeholderName]: Name };
declare const placeholderName: unique symbol;

/** A placeholder for each of the values, under its name. */
export type Placeholders<Values> = { readonly [Name in keyof Values]-?: Placeholder<Values[Name], Name> };

/** Stands in the parameters of a compiled query until it is run. */
class NamedParameter implements Expression<unknown> {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  get expressionType(): undefined {
    return undefined;
  }
  toOperationNode(): ValueNode {
    return ValueNode.create(this);
  }
}
const placeholders = new Proxy({}, { get: (_, name) => new NamedParameter(String(name)) });

/**
 * A query that is compiled once for each of its variants and each database, because compiling takes longer than running,
 * and then run with new values each time. `build` gets a placeholder for each value, and `tx` to tell the database by;
 * everything else that changes the SQL must be part of `variant`.
 */
export function prepared<Values extends object, Variant extends string | void, Row>(
  build: (db: Db, values: Placeholders<Values>, variant: Variant, tx: Tx) => Compilable<Row>,
): (tx: Tx, values: Values, variant: Variant) => Promise<Row[]> {
  const compiled = new Map<string, CompiledQuery & { name: string }>();

  return async (tx, values, variant) => {
    const key = `${tx.isPostgres} ${variant ?? ''}`;
    let query = compiled.get(key);
    if (!query) {
      names += 1;
      query = {
        ...build(tx.db, placeholders as Placeholders<Values>, variant, tx).compile(),
        name: `prepared_${names}`,
      };
      compiled.set(key, query);
    }
    const filled = { ...query, parameters: query.parameters.map((parameter) => fill(parameter, values)) };
    return (await tx.execute(filled as CompiledQuery<Row>)).rows;
  };
}

/** How many queries have a name, by which PostgreSQL knows them on each connection. */
let names = 0;

function fill(parameter: unknown, values: object): unknown {
  return parameter instanceof NamedParameter ? values[parameter.name as never] : parameter;
}

/** The row of a statement that always gives one. @throws Error when there is none, which is a bug */
export function onlyRow<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('a statement gave no row');
  return row;
}

/** The flags of a variant that lists them as words: "true false" is `[true, false]`; other words are false. */
export function parseFlags(variant: string): boolean[] {
  return variant.split(' ').map((word) => word === 'true');
}
