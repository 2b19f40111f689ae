import type { TestApp } from '../app.ts';

/** What `work` gives when lists are made anew instead of kept texts. */
export async function withoutTexts<T>({ app }: TestApp, work: () => Promise<T>): Promise<T> {
  const { database } = app.orm;
  const { texts } = database;
  database.texts = null;
  try {
    return await work();
  } finally {
    database.texts = texts;
  }
}
