import type { EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dropRequests, type Owner } from './avatar-owner.ts';
import type { Picture } from './check-avatar.ts';
import { writeAvatar } from './write-avatar.ts';

/**
 * Makes `picture`, which has passed checkAvatar, the owner's; it replaces the present one and any request to fetch one.
 */
export function setAvatar(em: EntityManager, owner: Owner, picture: Picture, now: Date): Promise<string> {
  return inTransaction(em, async (em) => {
    const url = await writeAvatar(em, owner, picture, now);
    await dropRequests(em, owner);
    return url;
  });
}
