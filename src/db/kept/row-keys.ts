/**
 * The tables whose rows are told apart, by the values of these columns; of any other table it is only known that it was
 * written. A row with several keys counts as written under each of them.
 */
export const ROW_KEYS = {
  accounts: ['id'],
  account_users: ['user_id'],
  agent_bots: ['id'],
  attachments: ['message_id'],
  channels: ['id'],
  contact_inboxes: ['id', 'contact_id'],
  contacts: ['id'],
  conversations: ['id'],
  inboxes: ['id'],
  messages: ['id'],
  presences: ['user_id', 'contact_id'],
  team_members: ['team_id'],
  teams: ['id'],
  users: ['id'],
} as const;

export type KeyedTable = keyof typeof ROW_KEYS;

/** The keys of the rows that something was made from, of the tables whose rows are told apart. */
export type ReadRows = { [Table in KeyedTable]?: readonly number[] };

/** All of the rows. A table that any of the parts has is one of the result. */
export function allRows(...parts: ReadRows[]): ReadRows {
  const all: { [Table in KeyedTable]?: number[] } = {};
  for (const part of parts) {
    for (const [table, keys] of Object.entries(part)) (all[table as KeyedTable] ??= []).push(...keys);
  }
  return all;
}

/** The keys of the rows of the table in `rows`; null = all rows of the table count. */
export function keysIn(rows: ReadRows, table: string): number[] | null {
  const keys = table in ROW_KEYS ? rows[table as KeyedTable] : undefined;
  return keys === undefined ? null : [...new Set(keys)];
}
