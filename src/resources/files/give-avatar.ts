import type { Tx } from '../../db/tx.ts';
import type { Owner } from './avatar-owner.ts';
import type { AvatarFile } from './check-avatar.ts';
import { requestAvatar } from './request-avatar.ts';
import { setAvatar } from './set-avatar.ts';

/** A new picture, or the address to fetch one from; the picture wins where both are given. Null = none. */
export type NewAvatar = { picture: AvatarFile | null; url: string | null };

/** Gives the owner the picture that is wanted, if one is. @throws AppError `invalid` for the address */
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
