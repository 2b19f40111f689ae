import type { EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { forgetAvatar, type Owner, showAvatar } from './avatar-owner.ts';

/**
 * Leaves the owner without a picture, even if one is being fetched. Returns the keys of the files, which are the
 * caller's to remove after the commit.
 */
export function removeAvatar(em: EntityManager, owner: Owner): Promise<string[]> {
  return inTransaction(em, async (em) => {
    await showAvatar(em, owner, null);
    return forgetAvatar(em, owner);
  });
}
