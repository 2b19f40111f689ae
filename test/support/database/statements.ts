import type { TestApp } from '../app.ts';

type Executor = { executeQuery(query: { sql: string }, ...more: unknown[]): Promise<unknown> };

/** The statements by which jobs look for work all the time. */
const OF_JOBS =
  /delivery_lanes|search_changes|from .jobs. where .status.|where .snoozed_until. <=|from .accounts. where .status./;

/** The SQL that the app runs outside of transactions during `work`, without that of its jobs. */
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
