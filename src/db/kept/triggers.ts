import type Database from 'better-sqlite3';

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
  team_members: ['team_id'],
  teams: ['id'],
  users: ['id'],
} as const;

export type KeyedTable = keyof typeof ROW_KEYS;

/** The tables and views of a database. */
export type Schema = {
  /** The columns of each; null = a view, a virtual table or one with generated columns. */
  columns: Map<string, string[] | null>;
  /** The virtual tables that no trigger writes. */
  virtual: readonly string[];
};

export const NO_SCHEMA: Schema = { columns: new Map(), virtual: [] };

export function readSchema(database: Database.Database): Schema {
  const rows = database
    .prepare<[], { name: string; columns: string; isPlain: number; isVirtual: number }>(
      `select s.name, json_group_array(c.name) as columns,
        s.type = 'table' and s.sql not like 'create virtual%' and max(c.hidden) = 0 as isPlain,
        s.sql like 'create virtual%' and not exists (
          select 1 from main.sqlite_schema t where t.type = 'trigger' and instr(lower(t.sql), lower(s.name))) as isVirtual
      from main.sqlite_schema s join pragma_table_xinfo(s.name) c where s.type in ('table', 'view') group by s.name`,
    )
    .all();
  return {
    columns: new Map(
      rows.map(({ name, columns, isPlain }) => [name, isPlain ? (JSON.parse(columns) as string[]) : null]),
    ),
    virtual: rows.filter(({ isVirtual }) => isVirtual).map(({ name }) => name),
  };
}

/** The triggers that report each insert and delete, and updates of the columns or of the row's keys. */
export function triggersOf(table: string, columns: string[]): string {
  const keys: readonly string[] = table in ROW_KEYS ? ROW_KEYS[table as KeyedTable] : [];
  const of = [...new Set([...columns, ...keys])].map(quoted);
  const trigger = (event: string, of: string, rows: string[]) => {
    const name = `temp.${quoted(`touch_${table}_${event}`)}`;
    const touched = [`'${table}'`, ...rows.flatMap((row) => keys.map((key) => `${row}.${quoted(key)}`))];
    return `drop trigger if exists ${name};
      create trigger ${name} after ${event} ${of} on main.${quoted(table)}
      begin select parley_touch(${touched.join(', ')}); end;`;
  };
  return [
    trigger('insert', '', ['new']),
    trigger('update', of.length > 0 ? `of ${of.join(', ')}` : '', ['old', 'new']),
    trigger('delete', '', ['old']),
  ].join('\n');
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
