import type { Tx } from '../../../db/tx.ts';
import { unixSeconds } from '../../../time.ts';
import { slugOf } from '../slug.ts';

/** A name in addresses that no article of the portal has: the time and the title. The portal must be locked. */
export async function freeSlug(tx: Tx, portalId: number, title: string, now: Date): Promise<string> {
  const usual = [unixSeconds(now), slugOf(title)].filter((part) => part !== '').join('-');
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? usual : `${usual}-${number}`;
    const taken = await tx.db
      .selectFrom('articles')
      .select('id')
      .where('portal_id', '=', portalId)
      .where('slug', '=', slug)
      .executeTakeFirst();
    if (!taken) return slug;
  }
}
