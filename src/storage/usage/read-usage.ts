import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import type { AvatarOwner } from '../../entities/avatar.ts';
import { notFound } from '../../errors.ts';
import { readTableBytes } from './table-bytes.ts';

/** How much of everything an account has. */
export type AccountUsage = {
  id: number;
  name: string;
  contacts: number;
  conversations: number;
  messages: number;
  events: number;
  files: number;
  /** Of the stored files, without thumbnails. */
  fileBytes: number;
  /** An estimate: the bytes of the tables, by the account's share of the rows of each kind. */
  databaseBytes: number;
};

/** The bytes that count against the quota of an account. */
export const bytesOf = ({ fileBytes, databaseBytes }: AccountUsage): number => fileBytes + databaseBytes;

/** The counts of an account, with the tables (or prefixes of tables) that belong to each. */
const SHARED = {
  contacts: ['contacts', 'contact_', 'notes', 'presences', 'avatars'],
  conversations: [
    'conversations',
    'conversation_',
    'participants',
    'mentions',
    'notifications',
    'csat_survey_responses',
  ],
  messages: ['messages', 'message_', 'attachments', 'sendings', 'received_files'],
  events: ['events', 'deliveries', 'delivery_'],
} as const;
type Counted = keyof typeof SHARED;
const COUNTED = Object.keys(SHARED) as Counted[];

/**
 * The usage of all accounts, or of the account with this id, by id. Counts rows of whole tables, which takes some seconds for
 * millions of rows.
 * @throws AppError `not_found`, "Account not found"
 */
export async function readUsage(tx: Tx, accountId: number | null): Promise<AccountUsage[]> {
  const accounts = await tx.db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const counts = Object.fromEntries(
    await Promise.all(COUNTED.map(async (table) => [table, await countByAccount(tx, table)] as const)),
  ) as Record<Counted, Map<number, number>>;
  const files = await filesByAccount(tx);
  const bytes = tableBytesOf(await readTableBytes(tx));
  const usage = accounts.map(({ id, name }) => {
    const own = Object.fromEntries(COUNTED.map((what) => [what, counts[what].get(id) ?? 0])) as Record<Counted, number>;
    const { files: number = 0, bytes: fileBytes = 0 } = files.get(id) ?? {};
    const databaseBytes = COUNTED.map((what) => shareOf(own[what], counts[what], bytes[what])).reduce((a, b) => a + b);
    return { id, name, ...own, files: number, fileBytes, databaseBytes: Math.round(databaseBytes) };
  });
  const wanted = accountId === null ? usage : usage.filter(({ id }) => id === accountId);
  if (accountId !== null && wanted.length === 0) throw notFound('Account');
  return wanted;
}

async function countByAccount(tx: Tx, table: Counted): Promise<Map<number, number>> {
  const rows = await tx.db
    .selectFrom(table)
    .select(['account_id as accountId', sql<string>`count(*)`.as('count')])
    .groupBy('account_id')
    .execute();
  return new Map(rows.map(({ accountId, count }) => [accountId, Number(count)]));
}

/** Pictures of agents and bots of the installation belong to no account. */
async function filesByAccount(tx: Tx): Promise<Map<number, { files: number; bytes: number }>> {
  const { db } = tx;
  const attached = db.selectFrom('attachments').select(['account_id', 'file_size']);
  const blobs = db.selectFrom('blobs').select(['account_id', 'file_size']).where('stored_at', 'is not', null);
  const downloads = db.selectFrom('downloads').select(['account_id', 'file_size']);
  const pictures = (table: 'contacts' | 'inboxes' | 'agent_bots' | 'portals', type: AvatarOwner) =>
    db
      .selectFrom('avatars as a')
      .innerJoin(sql<{ id: number; account_id: number }>`${sql.table(table)}`.as('o'), 'o.id', 'a.owner_id')
      .select(['o.account_id', 'a.file_size'])
      .where('a.owner_type', '=', type)
      .where('o.account_id', 'is not', null);
  const files = attached
    .unionAll(blobs)
    .unionAll(downloads)
    .unionAll(pictures('contacts', 'Contact'))
    .unionAll(pictures('inboxes', 'Inbox'))
    .unionAll(pictures('agent_bots', 'AgentBot'))
    .unionAll(pictures('portals', 'Portal'));
  const rows = await db
    .selectFrom(files.as('f'))
    .select(['f.account_id as accountId', sql<string>`count(*)`.as('files'), sql<string>`sum(f.file_size)`.as('bytes')])
    .groupBy('f.account_id')
    .execute();
  return new Map(
    rows.map(({ accountId, files, bytes }) => [accountId, { files: Number(files), bytes: Number(bytes) }]),
  );
}

/** The bytes of the tables of each kind. */
function tableBytesOf(tables: Map<string, number>): Record<Counted, number> {
  const sumOf = (names: readonly string[]) => {
    const isOf = (table: string) =>
      names.some((name) => (name.endsWith('_') ? table.startsWith(name) : table === name));
    return [...tables].reduce((sum, [table, bytes]) => (isOf(table) ? sum + bytes : sum), 0);
  };
  return Object.fromEntries(COUNTED.map((what) => [what, sumOf(SHARED[what])])) as Record<Counted, number>;
}

function shareOf(own: number, all: Map<number, number>, bytes: number): number {
  const total = [...all.values()].reduce((sum, count) => sum + count, 0);
  return total === 0 ? 0 : (own / total) * bytes;
}
