import type { Tx } from '../../db/tx.ts';
import { dropJobs } from '../../queue.ts';
import type { AvatarOwner } from '../../entities/avatar.ts';
import { dropFiles } from '../../storage/drop-files.ts';

/** The owner of a picture. */
export type Owner = { type: AvatarOwner; id: number };

/** The tables of the owners; each has a column avatar_url. */
export const TABLES = {
  Contact: 'contacts',
  Inbox: 'inboxes',
  AgentBot: 'agent_bots',
  User: 'users',
  Portal: 'portals',
} as const satisfies Record<AvatarOwner, string>;

/** The kind of job that fetches a picture from an address. */
export const FETCH_AVATAR = 'fetch_avatar';

export const avatarSubject = (owner: Owner) => `${owner.type} ${owner.id}`;

/** Drops the job that fetches a picture for the owner, if there is one. */
export async function dropAvatarJob(tx: Tx, owner: Owner): Promise<void> {
  await dropJobs(tx, FETCH_AVATAR, avatarSubject(owner));
}

/** Deletes the owner's picture, and drops the job that fetches one; call it when the owner is deleted. */
export async function forgetAvatar(tx: Tx, owner: Owner, now: Date): Promise<void> {
  await dropAvatarJob(tx, owner);
  await deleteAvatar(tx, owner, now);
}

/** Deletes the row of the picture and queues the removal of its files; the owner still has its address. */
export async function deleteAvatar(tx: Tx, owner: Owner, now: Date): Promise<void> {
  const rows = await tx.db
    .deleteFrom('avatars')
    .where('owner_type', '=', owner.type)
    .where('owner_id', '=', owner.id)
    .returning('key')
    .execute();
  const keys = rows.map(({ key }) => key);
  await dropFiles(tx, keys, now);
}

/** Sets `url` as the address of the owner's picture; null = none. */
export async function setAvatarUrl(tx: Tx, owner: Owner, url: string | null): Promise<void> {
  await tx.db.updateTable(TABLES[owner.type]).set({ avatar_url: url }).where('id', '=', owner.id).execute();
}
