import type { Tx } from '../../db/tx.ts';
import type { AuditRow } from './queries.ts';

/** The shown values of an existing audited thing. */
export type Auditable = { id: number; name?: string; user_id?: number; role?: string; availability?: string };

/** The tables of things with a name, by their type in the log. */
const NAMED = { Account: 'accounts', AgentBot: 'agent_bots', Inbox: 'inboxes', Team: 'teams', User: 'users' } as const;

/** The current state of the entries' subjects, without deleted subjects and subjects without a name. */
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
