import type { Tx } from '../../db/tx.ts';
import type { Owner } from './avatar-owner.ts';
import type { AvatarFile } from './check-avatar.ts';
import { requestAvatar } from './request-avatar.ts';
import { setAvatar } from './set-avatar.ts';

/** A new picture, or the address to fetch one from; the picture wins where both are given. Null = none. */
export type NewAvatar = { picture: AvatarFile | null; url: string | null };

/**
 * Makes the picture the owner's, or queues a job that fetches one from the address. `accountId` is the owner's account;
 * null = the owner has none.
 * @throws AppError `invalid` for an address from which no picture can be fetched
 */
export async function giveAvatar(
  tx: Tx,
  owner: Owner,
  { picture, url }: NewAvatar,
  accountId: number | null,
  now: Date,
): Promise<void> {
  if (picture !== null) await setAvatar(tx, owner, picture, now);
  else if (url !== null) await requestAvatar(tx, owner, url, accountId, now);
}
