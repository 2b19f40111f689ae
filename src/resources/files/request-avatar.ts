import type { Tx } from '../../db/tx.ts';
import { enqueue } from '../../queue.ts';
import { FETCH_AVATAR, type Owner, avatarSubject } from './avatar-owner.ts';
import { checkAvatarUrl } from './check-avatar.ts';

/**
 * Requests that the picture at `url` is fetched after the commit, replacing an earlier request. `accountId` is null for
 * an owner without an account.
 * @throws AppError `invalid` for a malformed or private address
 */
export async function requestAvatar(
  tx: Tx,
  owner: Owner,
  url: string,
  accountId: number | null,
  now: Date,
): Promise<void> {
  checkAvatarUrl(url, tx.installation.allowedNetworks);
  const payload = { owner_type: owner.type, owner_id: owner.id, url };
  await enqueue(tx, { kind: FETCH_AVATAR, accountId, payload, subject: avatarSubject(owner) }, now);
}
