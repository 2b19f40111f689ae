import type { Tx } from '../../db/tx.ts';
import type { PortalRecord } from '../../records/help-centre/portal.ts';
import { presentPortal } from './presenter.ts';
import { completePortals } from './queries.ts';

/** The part of a request that an answer depends on. */
type Showing = { tx: Tx; caller: { id: number } };

/** The answer about the portal; with `locale`, only articles of this locale are counted. */
export async function showPortal({ tx, caller }: Showing, portal: PortalRecord, locale?: string) {
  const [shown] = await completePortals(tx, [portal], caller.id);
  return presentPortal(tx.installation.vault, shown as NonNullable<typeof shown>, locale ?? null);
}
