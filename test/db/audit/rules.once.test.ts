import { beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { isHidden } from '../../../src/db/audit/hidden-columns.ts';
import { AUDITED, type AuditRule } from '../../../src/db/audit/rules.ts';
import { entities } from '../../../src/entities/all.ts';
import { givenPlace } from '../../support/database.ts';
import { withRows } from '../../support/database/rows.ts';

/** What columns are called that hold a secret, or what one could be told by. */
const SECRET = /secret|password|token|digest|sealed|hash|identifier|key$/i;
/** What is called so and is none. */
const KNOWN = ['attribute_key', 'previous_secret_until'];

/** The columns of each table, as the migrations make them. */
let columnsOf: Map<string, string[]>;
beforeAll(async () => {
  const place = await givenPlace();
  const columns = sql<{ table: string; column: string }>`select s.name as "table", c.name as "column"
    from sqlite_schema s, pragma_table_info(s.name) c where s.type = 'table'`;
  const { rows } = await withRows(place, (db) => columns.execute(db));
  columnsOf = new Map(
    Map.groupBy(rows, ({ table }) => table)
      .entries()
      .map(([table, of]) => [table, of.map(({ column }) => column)]),
  );
  await place.remove();
});

/** What `pick` chooses of the columns of each audited table. */
function columns(pick: (column: string, table: string, rule: AuditRule) => boolean): string[] {
  return Object.entries(AUDITED).flatMap(([table, rule]) => {
    if (typeof rule === 'string') return [];
    const picked = (columnsOf.get(table) ?? []).filter((column) => pick(column, table, rule));
    return picked.map((column) => `${table}.${column}`);
  });
}

describe('the rules of the audit log', () => {
  it('are there for each table', () => {
    const tables = entities.map(({ meta }) => meta.tableName);

    expect(Object.keys(AUDITED).toSorted()).toEqual(tables.toSorted());
  });

  it('give a reason where a table is not audited', () => {
    const reasons = Object.values(AUDITED).filter((rule) => typeof rule === 'string');

    expect(reasons.filter((reason) => !/^[a-z].{4,}[^.]$/.test(reason))).toEqual([]);
  });

  it('show no column that holds a secret', () => {
    const shown = columns(
      (column, table, { ignores }) =>
        SECRET.test(column) && !KNOWN.includes(column) && !isHidden(table, column) && !ignores.includes(column),
    );

    // The digest of an erasure is its proof, and is not told either.
    expect(shown).toEqual([]);
  });

  it('name only columns that there are', () => {
    const unknown = Object.entries(AUDITED).flatMap(([table, rule]) => {
      if (typeof rule === 'string') return [];
      const named = [...rule.ignores, ...Object.keys(rule.shows ?? {}), rule.deletedBy ?? 'id', rule.self ?? 'id'];
      return named.filter((column) => !columnsOf.get(table)?.includes(column)).map((column) => `${table}.${column}`);
    });

    expect(unknown).toEqual([]);
  });
});
