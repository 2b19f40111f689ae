import type { TestApp } from '../app.ts';

type Executor = { executeQuery(query: { sql: string }, ...more: unknown[]): Promise<unknown> };

/** What jobs ask all the time, to find out whether there is anything to do. */
const OF_JOBS =
  /delivery_lanes|search_changes|from .jobs. where .status.|where .snoozed_until. <=|from .accounts. where .status./;

/** The SQL that the app runs outside of transactions during `work`, but for what its jobs ask. */
export async function statementsDuring(test: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  const executor = test.rows().getExecutor() as unknown as Executor;
  const { executeQuery } = executor;
  const statements: string[] = [];
  executor.executeQuery = function (query, ...more) {
    if (!OF_JOBS.test(query.sql)) statements.push(query.sql);
    return executeQuery.call(this, query, ...more);
  };
  try {
    await work();
    return statements;
  } finally {
    executor.executeQuery = executeQuery;
  }
}
