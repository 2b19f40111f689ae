/**
 * Whether `error` is the database's refusal of a second row with the same value in the unique `column` of `table`
 * (alone or together with others). A query beforehand cannot replace this: another transaction may write in between.
 */
export function isUniqueViolation(error: unknown, table: string, column: string): boolean {
  const { code, message, constraint } = error as { code?: unknown; message?: unknown; constraint?: unknown };
  // SQLite names the columns only in the message: "UNIQUE constraint failed: webhooks.account_id, webhooks.url".
  if (code === 'SQLITE_CONSTRAINT_UNIQUE') return `${String(message)},`.includes(` ${table}.${column},`);
  return code === '23505' && new RegExp(`^${table}_(.+_)?${column}_unique$`).test(String(constraint));
}
