import type { TestApp } from '../app.ts';
import { withoutRows } from './without-kept.ts';

/**
 * The statements by which jobs look for work all the time, those that write to the search index or read what parts it has,
 * and those that note the use of a token once a minute.
 */
const AT_TIMES =
  /set .last_used_at. =|^(?![^]*latency_ms)[^]*delivery_lanes|search_changes|message_search_mark|_search_data|from .?jobs.? |where .snoozed_until. <=|.last_activity_at. <=|from .accounts. where .status./;

/** The SQL that the app runs outside of transactions during `work`, when no rows are kept, without what is done at times. */
export async function statementsDuring(test: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  return (await queriesDuring(test, work)).map(({ sql }) => sql);
}

/** The same with their parameters; those that `isLeftOut` are those that are done at times unless it is given. */
export async function queriesDuring(
  test: TestApp,
  work: () => Promise<unknown>,
  isLeftOut = (sql: string) => AT_TIMES.test(sql),
): Promise<Query[]> {
  const queries: Query[] = [];
  const { dialect, isPostgres } = test.app.orm.database;
  const note = (query: Query) => {
    if (!isLeftOut(query.sql)) queries.push(query);
  };
  const listeners = [
    isPostgres
      ? listenToShared(dialect.driver as unknown as Sharing, note)
      : listen(dialect.driver as unknown as { execute: Run }, 'execute', note),
    // Those that may take long; on PostgreSQL they are like the others.
    listen(dialect.driver as unknown as { executeAside: Run }, 'executeAside', isPostgres ? () => {} : note),
  ];
  try {
    await withoutRows(test, work);
    return queries;
  } finally {
    for (const stop of listeners) stop();
  }
}

type Query = { sql: string; parameters: readonly unknown[] };
type Run = (query: Query, ...more: unknown[]) => Promise<unknown>;
type Sharing = { share(read: (connection: { executeQuery: Run }) => Promise<unknown>): Promise<unknown> };

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

/** Calls `note` before each statement on the connections that the driver shares, until the returned function is called. */
function listenToShared(driver: Sharing, note: (query: Query) => void) {
  const { share } = driver;
  driver.share = (read) =>
    share.call(driver, async (connection) => {
      const stop = listen(connection, 'executeQuery', note);
      try {
        return await read(connection);
      } finally {
        stop();
      }
    });
  return () => {
    driver.share = share;
  };
}
