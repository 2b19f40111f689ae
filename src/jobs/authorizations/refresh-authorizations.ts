import type { App } from '../../app.ts';
import type { Tx } from '../../db/tx.ts';
import { accessTokenOf } from '../../resources/authorizations/access-token.ts';
import { listDueAuthorizations } from '../../resources/authorizations/due-authorizations.ts';

/** How many are refreshed at the same time, and at most by one job; the next one goes on. */
const AT_ONCE = 8;
const MOST = 200;

/** Refreshes the tokens that are about to expire, whether or not anything asks for them. */
export async function refreshAuthorizations(app: App, now: Date): Promise<void> {
  const due = await listDueAuthorizations(app.tx(), now, MOST);
  while (due.length > 0) await Promise.all(due.splice(0, AT_ONCE).map((id) => accessTokenOf(app, id)));
}

export async function isAnyRefreshDue(tx: Tx, now: Date): Promise<boolean> {
  return (await listDueAuthorizations(tx, now, 1)).length > 0;
}
