import type { Compilable, CompiledQuery, QueryResult } from 'kysely';
import { isPostgres } from './dialect.ts';
import { type Db, db, type EntityManager } from './orm.ts';

/** A place in a compiled query where a value goes; typed as the value, so that Kysely takes it anywhere. */
type Placeholders<Values> = { [K in keyof Values]-?: Values[K] };
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}
const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) });

/**
 * A query that is compiled once for each `shape` and database and then run with new values: compiling takes longer than
 * running. `build` gets typed placeholders in place of the values, and `em` to ask for the dialect; what depends on anything
 * else must be in `shape`.
 */
export function prepared<Values extends object, Shape extends string | void, Row>(
  build: (db: Db, values: Placeholders<Values>, shape: Shape, em: EntityManager) => Compilable<Row>,
): (em: EntityManager, values: Values, shape: Shape) => Promise<Row[]> {
  const compiled = new Map<string, CompiledQuery>();

  return async (em, values, shape) => {
    const kysely = db(em);
    const key = `${isPostgres(em)} ${shape ?? ''}`;
    let query = compiled.get(key);
    if (!query) {
      query = build(kysely, placeholders as Placeholders<Values>, shape, em).compile();
      compiled.set(key, query);
    }
    const filled = { ...query, parameters: query.parameters.map((parameter) => fill(parameter, values)) };
    return ((await kysely.executeQuery(filled)) as QueryResult<Row>).rows;
  };
}

function fill(parameter: unknown, values: object): unknown {
  return parameter instanceof Placeholder ? values[parameter.name as never] : parameter;
}

/** The row of a statement that always gives one. @throws Error when it did not: a bug */
export function onlyRow<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('a statement gave no row');
  return row;
}

/** The words of a shape that are flags, as `prepared` gets them: "true false" says that the first part is there. */
export function parseFlags(shape: string): boolean[] {
  return shape.split(' ').map((word) => word === 'true');
}
