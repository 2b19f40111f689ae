import type { Tx } from '../../db/tx.ts';
import { DAY } from '../../time.ts';

/** Expired tokens are stored this long, so that their use is refused as expired instead of unknown. */
const KEPT_MS = 90 * DAY;

/** Deletes the API tokens that had expired long before `now`. */
export async function deleteExpiredTokens(tx: Tx, now: Date): Promise<void> {
  await tx.db
    .deleteFrom('access_tokens')
    .where('expires_at', '<=', new Date(now.getTime() - KEPT_MS))
    .execute();
}
