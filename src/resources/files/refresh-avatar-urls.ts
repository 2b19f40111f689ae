import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import type { AvatarOwner } from '../../entities/avatar.ts';
import { TABLES } from './avatar-owner.ts';
import { PICTURES } from './check-avatar.ts';

const suffixes = Object.entries(PICTURES).map(([type, suffix]) => sql`when ${sql.lit(type)} then ${sql.lit(suffix)}`);
/** The suffix of an avatar's address, as in `writeAvatar`. */
const SUFFIX = sql`case a.content_type ${sql.join(suffixes, sql` `)} else 'img' end`;

/** Rewrites the stored addresses of all avatars if the address of this server has changed since they were written. */
export async function refreshAvatarUrls(tx: Tx): Promise<void> {
  const prefix = `${tx.installation.publicUrl}/files/`;
  for (const [type, table] of Object.entries(TABLES) as [AvatarOwner, (typeof TABLES)[AvatarOwner]][]) {
    if (await isCurrent(tx, type, table, prefix)) continue;
    const url = sql<string>`(select cast(${prefix} as text) || a.key || '/avatar.' || ${SUFFIX} from avatars as a
      where a.owner_type = ${type} and a.owner_id = ${sql.ref(`${table}.id`)})`;
    const owners = tx.db.selectFrom('avatars').select('owner_id').where('owner_type', '=', type);
    await tx.db.updateTable(table).set({ avatar_url: url }).where('id', 'in', owners).execute();
  }
}

/** Checks only the oldest: all are rewritten together, and later ones are stored with the current address. */
async function isCurrent(
  tx: Tx,
  type: AvatarOwner,
  table: (typeof TABLES)[AvatarOwner],
  prefix: string,
): Promise<boolean> {
  const oldest = await tx.db
    .selectFrom('avatars')
    .select('owner_id as ownerId')
    .where('owner_type', '=', type)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return true;
  const owner = await tx.db
    .selectFrom(table)
    .select('avatar_url as url')
    .where('id', '=', oldest.ownerId)
    .executeTakeFirst();
  return owner?.url?.startsWith(prefix) ?? true;
}
