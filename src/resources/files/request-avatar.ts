import type { Tx } from '../../db/tx.ts';
import { enqueue } from '../../queue.ts';
import { FETCH_AVATAR, type Owner, avatarSubject } from './avatar-owner.ts';
import { checkAvatarUrl } from './check-avatar.ts';

/**
 * Queues a job that fetches the picture at `url`, in place of an earlier one for the same owner. `accountId` is the
 * owner's account; null = the owner has none.
 * @throws AppError `invalid` as `checkAvatarUrl`
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
