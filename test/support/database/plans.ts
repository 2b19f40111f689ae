import { CompiledQuery, createQueryId, type RootOperationNode, sql } from 'kysely';
import { inTransaction } from '../../../src/db/transaction.ts';
import type { Tx } from '../../../src/db/tx.ts';
import type { TestApp } from '../app.ts';
import { databaseKind } from '../database.ts';
import { queriesDuring } from './statements.ts';

/** How the database finds the rows of conversations in the statements that the app runs during `work`, one text for each. */
export async function plansDuring(test: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  const queries = await queriesDuring(test, work);
  const plans = [];
  for (const query of queries.filter((query) => /\b(from|join) .?conversations\b/.test(query.sql))) {
    plans.push(await planOf(test, query));
  }
  return plans;
}

/** How the database finds the rows in the statements that `work` runs with the `Tx` that it gets, one text for each. */
export async function plansWith(test: TestApp, work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const tx = test.app.tx();
  const nodes: RootOperationNode[] = [];
  const db = tx.db.withPlugin({
    transformQuery({ node }) {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const noting = Object.create(tx, { db: { value: db }, aside: { get: () => noting } }) as Tx;
  await work(noting);
  const plans = [];
  for (const node of nodes) plans.push(await planOf(test, tx.db.getExecutor().compileQuery(node, createQueryId())));
  return plans;
}

/** How the database would run the statement, without scans and sorts that it prefers only for small tables. */
export function planOf(test: TestApp, query: { sql: string; parameters: readonly unknown[] }): Promise<string> {
  return inTransaction(test.app.tx(), async (tx) => {
    // PostgreSQL scans and sorts tables that are as small as those of tests unless it is told not to.
    const settings = ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'];
    const off = settings.map((setting) => sql`set_config(${sql.lit(setting)}, 'off', true)`);
    if (tx.isPostgres) await sql`select ${sql.join(off)}`.execute(tx.db);
    const explain = databaseKind === 'sqlite' ? 'explain query plan ' : 'explain ';
    const { rows } = await tx.db.executeQuery<Record<string, unknown>>(
      CompiledQuery.raw(explain + query.sql, [...query.parameters]),
    );
    return rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n');
  });
}
