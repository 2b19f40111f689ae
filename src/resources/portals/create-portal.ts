import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { found } from '../../errors.ts';
import type { AccountRecord } from '../../records/account.ts';
import { findPortalById, type PortalRecord } from '../../records/help-centre/portal.ts';
import { setAvatar } from '../files/set-avatar.ts';
import { changedConfig } from './portal-config.ts';
import { claimDomain } from './domain/claim-domain.ts';
import type { PortalInput } from './portal-input.ts';
import { checkDomain, offerIn, portalColumns, refuseTaken } from './write-portal.ts';

type NewPortal = PortalInput & { name: string; slug: string };

/**
 * Creates a portal. If another account has its domain, the domain waits for a proof.
 * @throws AppError `invalid` as `changedConfig`, for a taken slug, or for the domain of another portal of the account;
 *   `not_found` for an unknown inbox
 */
export function createPortal(tx: Tx, account: AccountRecord, input: NewPortal, now: Date): Promise<PortalRecord> {
  checkDomain(tx, input.customDomain);
  const config = changedConfig(null, input.config);

  return inTransaction(tx, async (tx) => {
    const { id } = await tx.db
      .insertInto('portals')
      .values({
        ...portalColumns(input),
        ...(await claimDomain(tx, { id: null, accountId: account.id }, input.customDomain)),
        account_id: account.id,
        name: input.name,
        slug: input.slug,
        config: json(config),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseTaken);
    if (input.inboxId) await offerIn(tx, { id, accountId: account.id }, input.inboxId, now);
    if (input.logo) await setAvatar(tx, { type: 'Portal', id }, input.logo, now);
    return found(await findPortalById(tx, account.id, id), 'Portal');
  });
}
