import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../records/actor.ts';
import { visibleInboxIds } from '../../records/visible-inboxes.ts';

/** What a search looks through; null = without this limit. */
export type Scope = { accountId: number; inboxIds: number[] | null; since: Date | null; until: Date | null };

type Limits = { inbox_id?: number | undefined; since?: Date | undefined; until?: Date | undefined };

/** The inboxes that the caller sees, or the one that the query asks for if the caller sees it, and its times. */
export async function scopeOf(
  { tx, account, caller }: { tx: Tx; account: { id: number }; caller: Actor },
  { inbox_id: asked, since, until }: Limits = {},
): Promise<Scope> {
  const visible = await visibleInboxIds(tx, account.id, caller);
  const isSeen = asked === undefined || visible === null || visible.includes(asked);
  const inboxIds = asked === undefined ? visible : isSeen ? [asked] : [];
  return { accountId: account.id, inboxIds, since: since ?? null, until: until ?? null };
}
