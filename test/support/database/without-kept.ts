import type { TestApp } from '../app.ts';

/** What `work` gives when nothing is kept: rows are read and texts are made each time, all on the usual connection. */
export async function withoutKept<T>({ app }: TestApp, work: () => Promise<T>): Promise<T> {
  const { database } = app.orm;
  const { texts, execute, executeAside } = database;
  Object.assign(database, { texts: null, executeAside: execute });
  try {
    return await withoutRows({ app }, work);
  } finally {
    Object.assign(database, { texts, executeAside });
  }
}

/** What `work` gives when rows are read each time, and texts may be kept. */
export async function withoutRows<T>({ app }: Pick<TestApp, 'app'>, work: () => Promise<T>): Promise<T> {
  const { database } = app.orm;
  const { rows } = database;
  database.rows = null;
  try {
    return await work();
  } finally {
    database.rows = rows;
  }
}
