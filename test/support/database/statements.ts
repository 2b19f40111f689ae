import type { HeldConnection } from '../../../src/db/drivers/transaction-driver.ts';
import type { TestApp } from '../app.ts';

/** The statements by which jobs look for work all the time. */
const OF_JOBS =
  /delivery_lanes|search_changes|from .jobs. where .status.|where .snoozed_until. <=|from .accounts. where .status./;

/** The SQL that the app runs outside of transactions during `work`, without that of its jobs. */
export async function statementsDuring(test: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  return (await queriesDuring(test, work)).map(({ sql }) => sql);
}

/** The same with their parameters. */
export async function queriesDuring(test: TestApp, work: () => Promise<unknown>): Promise<Query[]> {
  const queries: Query[] = [];
  const { driver } = test.app.orm.database.dialect;
  const note = (query: Query) => {
    if (!OF_JOBS.test(query.sql)) queries.push(query);
  };
  const { share } = driver;
  let isOfExecute = false;
  // Those that are built each time, those that are prepared, and those that are asked for together.
  const listeners = [
    listen(test.rows().getExecutor() as unknown as { executeQuery: Run }, 'executeQuery', note),
    listen(driver as unknown as { execute: Run }, 'execute', (query) => {
      note(query);
      // It shares a connection at once, with itself only.
      isOfExecute = true;
      queueMicrotask(() => (isOfExecute = false));
    }),
    () => (driver.share = share),
  ];
  driver.share = function (read) {
    const isNoted = isOfExecute;
    isOfExecute = false;
    return share.call(this, (connection) => read(isNoted ? connection : noting(connection, note))) as never;
  };
  try {
    await work();
    return queries;
  } finally {
    for (const stop of listeners) stop();
  }
}

type Query = { sql: string; parameters: readonly unknown[] };
type Run = (query: Query, ...more: unknown[]) => Promise<unknown>;

/** Calls `note` before each call of the method `name`, until the returned function is called. */
function listen<Name extends string>(object: Record<Name, Run>, name: Name, note: (query: Query) => void) {
  const method = object[name];
  object[name] = function (query, ...more) {
    note(query);
    return method.call(this, query, ...more);
  };
  return () => {
    object[name] = method;
  };
}

/** The connection for statements outside of transactions, with `note` called before each. */
function noting(connection: HeldConnection, note: (query: { sql: string }) => void): HeldConnection {
  const { begin, commit, rollback, run, rollbackTo, release, streamQuery } = connection;
  return {
    begin,
    commit,
    rollback,
    run,
    rollbackTo,
    release,
    streamQuery,
    executeQuery(query) {
      note(query);
      return connection.executeQuery(query);
    },
  };
}
