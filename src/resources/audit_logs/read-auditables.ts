import type { Tx } from '../../db/tx.ts';
import type { AuditRow } from './queries.ts';

/** What is shown of a thing that is still there. */
export type Auditable = { id: number; name?: string; user_id?: number; role?: string; availability?: string };

/** The tables of things that have a name, by what the log calls them. */
const NAMED = { Account: 'accounts', AgentBot: 'agent_bots', Inbox: 'inboxes', Team: 'teams', User: 'users' } as const;

/** What the entries are about, as it is now; those that are gone, and those without a name, are left out. */
export async function readAuditables(tx: Tx, entries: readonly AuditRow[]): Promise<Map<string, Auditable>> {
  const idsOf = Map.groupBy(entries, ({ auditableType }) => auditableType);
  const found = new Map<string, Auditable>();
  for (const [type, of] of idsOf) {
    const ids = of.flatMap(({ auditableId }) => auditableId ?? []);
    for (const row of await readRows(tx, type, ids)) found.set(auditableKey(type, row.id), row);
  }
  return found;
}

/** The key of a thing in that map. */
export const auditableKey = (type: string, id: number | null) => `${type} ${id}`;

async function readRows(tx: Tx, type: string, ids: number[]): Promise<Auditable[]> {
  if (ids.length === 0) return [];
  if (type in NAMED) {
    const table = NAMED[type as keyof typeof NAMED];
    return tx.db.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).execute();
  }
  if (type !== 'AccountUser') return [];
  const members = tx.db.selectFrom('account_users').select(['id', 'user_id', 'role', 'availability']);
  return members.where('id', 'in', ids).execute();
}
