import type { EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { forgetAvatar, type Owner, showAvatar } from './avatar-owner.ts';

/** Leaves the owner without a picture, even if one is being fetched. */
export function removeAvatar(em: EntityManager, owner: Owner, now: Date): Promise<void> {
  return inTransaction(em, async (em) => {
    await showAvatar(em, owner, null);
    await forgetAvatar(em, owner, now);
  });
}
