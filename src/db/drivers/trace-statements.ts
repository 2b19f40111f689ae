import type { PoolClient } from 'pg';
import type { QueryResult } from 'kysely';
import type { AsideThread } from '../aside/aside-thread.ts';
import { PostgresStatement } from './postgres-statement.ts';
import type { SqliteFile } from './sqlite-file.ts';

/**
 * A statement that has ended: its text without the values of its parameters, and its time, in which a statement to PostgreSQL or to a
 * thread also waits for the statements ahead of it. `rows`: how many rows it gave, or changed if it gives none; absent = not known.
 */
export type EndedStatement = { sql: string; ms: number; rows?: number; failed?: true };
export type OnStatement = (statement: EndedStatement) => void;

/** SQLite repeats the number of rows of the statement before these. */
const TRANSACTION = /^\s*(begin|commit|end|rollback|savepoint|release)\b/i;

/** Reports each statement of the file to `onStatement`. */
export function traceFile(file: SqliteFile, onStatement: OnStatement): void {
  const execute = file.execute.bind(file);
  file.execute = (sql, parameters) => {
    const ended = timing(sql, onStatement);
    try {
      const result = execute(sql, parameters);
      ended(TRANSACTION.test(sql) ? {} : { rows: rowsOf(result) });
      return result;
    } catch (error) {
      ended({ failed: true });
      throw error;
    }
  };
}

/** Reports each statement of the thread to `onStatement`. */
export function traceThread(thread: AsideThread, onStatement: OnStatement): void {
  const ask = thread.ask.bind(thread);
  thread.ask = (asked) => {
    const answer = ask(asked);
    if (!('sql' in asked)) return answer;
    const ended = timing(asked.sql, onStatement);
    answer.then(
      (rows) => ended(rows === null || rows === 'too long' ? { failed: true } : {}),
      () => ended({ failed: true }),
    );
    return answer;
  };
}

/** Reports each statement of a pool's connection to `onStatement`. */
export function traceClient(client: PoolClient, onStatement: OnStatement): void {
  const query = client.query.bind(client);
  const traced = (statement: PostgresStatement) => {
    if (!(statement instanceof PostgresStatement)) return query(statement);
    const ended = timing(statement.wholeText, onStatement);
    statement.answer.then(
      ({ rowCount }) => ended(rowCount === null ? {} : { rows: rowCount }),
      () => ended({ failed: true }),
    );
    return query(statement);
  };
  client.query = traced as typeof client.query;
}

/** Begins to measure; the returned function ends that. */
function timing(sql: string, onStatement: OnStatement): (outcome: Omit<EndedStatement, 'sql' | 'ms'>) => void {
  const begun = performance.now();
  return (outcome) => onStatement({ sql, ms: performance.now() - begun, ...outcome });
}

const rowsOf = ({ rows, numAffectedRows }: QueryResult<unknown>) =>
  numAffectedRows === undefined ? rows.length : Number(numAffectedRows);
