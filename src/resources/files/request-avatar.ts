import { installationOf } from '../../db/installation.ts';
import type { EntityManager } from '../../db/orm.ts';
import { enqueue } from '../../queue.ts';
import { FETCH_AVATAR, type Owner, avatarSubject } from './avatar-owner.ts';
import { checkAvatarUrl } from './check-avatar.ts';

/**
 * Has the picture at `url` fetched after the commit, instead of any that was asked for before. `accountId` is null for
 * what belongs to none.
 * @throws AppError `invalid` for an address that is none, or a private one
 */
export async function requestAvatar(
  em: EntityManager,
  owner: Owner,
  url: string,
  accountId: number | null,
  now: Date,
): Promise<void> {
  checkAvatarUrl(url, installationOf(em).allowedNetworks);
  const payload = { owner_type: owner.type, owner_id: owner.id, url };
  await enqueue(em, { kind: FETCH_AVATAR, accountId, payload, subject: avatarSubject(owner) }, now);
}
