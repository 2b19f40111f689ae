import type { Tx } from './tx.ts';
import { type Compilable, type Expression, ValueNode } from 'kysely';
import type { Db } from './database.ts';
import { firstPage, limitOf } from './pages/first-page.ts';
import { type NamedQuery, resultName } from './kept/kept-rows.ts';
import type { ReadRows } from './kept/row-keys.ts';
import { isSwitchedOff } from '../switches.ts';

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
const placeholders: object = new Proxy(
  {},
  {
    get: (_, name) => new NamedParameter(String(name)),
    // Spread or looped over, they would silently be none.
    ownKeys: () => {
      throw new Error('placeholders cannot be listed: name each of them');
    },
  },
);

/** Runs a prepared query with these values, in the variant. */
export type Prepared<Values, Variant, Row> = (tx: Tx, values: Values, variant: Variant) => Promise<Row[]>;

type Build<Values, Variant, Row> = (db: Db, values: Placeholders<Values>, variant: Variant, tx: Tx) => Compilable<Row>;

/**
 * A query that is compiled once for each of its variants and each database, because compiling takes longer than running,
 * and then run with new values each time. `build` gets a placeholder for each value, and `tx` to tell the database by;
 * everything else that changes the SQL must be part of `variant`.
 */
export function prepared<Values extends object, Variant extends string | void, Row>(
  build: Build<Values, Variant, Row>,
): Prepared<Values, Variant, Row> {
  const fill = filling(build);
  return async (tx, values, variant) => (await tx.execute<Row>(fill(tx, values, variant))).rows;
}

/**
 * As `prepared`, for a query that is asked often with the same values: outside of transactions, its rows are kept until
 * any of the tables that it names is written. They are frozen. Those of a query that asks the database for the time or for
 * chance are not kept. `rowsOf` gives the keys of the rows that the found ones were read from: of the tables that it has,
 * only writes to these rows count. That is right where the values name rows by a unique key.
 */
export function remembered<Values extends object, Variant extends string | void, Row>(
  build: Build<Values, Variant, Row>,
  rowsOf?: (rows: readonly Row[]) => ReadRows,
): Prepared<Values, Variant, Row> {
  const find = compiling(build);
  return (tx, values, variant) => {
    const found = find(tx, values, variant);
    const read = async (query: NamedQuery<Row>) => (await tx.execute<Row>(query)).rows;
    if (!tx.rows || !tx.isCaughtUp()) return read(filled(found, values));
    // Mostly they are there, and the query with its values is not needed.
    const kept = tx.rows.find<Row>(resultName(found, (parameter) => valueFor(parameter, values)));
    if (kept) return Promise.resolve(kept);
    const query = filled(found, values);
    return tx.rows.read(query, () => read(query), rowsOf);
  };
}

/** Gives the compiled query with the values in their places. */
function filling<Values extends object, Variant extends string | void, Row>(build: Build<Values, Variant, Row>) {
  const find = compiling(build);
  return (tx: Tx, values: Values, variant: Variant) => filled(find(tx, values, variant), values);
}

function filled<Row>(query: NamedQuery<Row>, values: object): NamedQuery<Row> {
  return { ...query, parameters: query.parameters.map((parameter) => valueFor(parameter, values)) };
}

/** Gives the compiled query, in which placeholders stand for the values. */
function compiling<Values extends object, Variant extends string | void, Row>(build: Build<Values, Variant, Row>) {
  const compiled = new Map<string, NamedQuery<Row>>();
  // A test sets the variable to have the query compiled anew each time.
  const isKept = !isSwitchedOff('PARLEY_TEST_NO_PREPARED_QUERIES');
  return (tx: Tx, values: Values, variant: Variant): NamedQuery<Row> => {
    const limit = tx.isPostgres ? limitOf(values) : null;
    const key = `${tx.isPostgres} ${limit} ${variant ?? ''}`;
    let query = compiled.get(key);
    if (!query || !isKept) {
      const stands = (limit === null ? placeholders : firstPage(limit, placeholders)) as Placeholders<Values>;
      const made = build(tx.db, stands, variant, tx).compile();
      query = { ...made, name: query?.sql === made.sql ? query.name : nextName() };
      compiled.set(key, query);
    }
    return query;
  };
}

/** How many queries have a name, by which PostgreSQL knows them on each connection. */
let names = 0;

function nextName(): string {
  names += 1;
  return `prepared_${names}`;
}

function valueFor(parameter: unknown, values: object): unknown {
  return parameter instanceof NamedParameter ? values[parameter.name as never] : parameter;
}

/** The row of a statement that always returns one. @throws Error without a row, which is a bug */
export function onlyRow<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('a statement gave no row');
  return row;
}

/** The flags of a variant that lists them as words: "true false" is `[true, false]`; other words are false. */
export function parseFlags(variant: string): boolean[] {
  return variant.split(' ').map((word) => word === 'true');
}
