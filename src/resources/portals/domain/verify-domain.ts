import { withRowLock } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import { invalidField } from '../../../errors.ts';
import { enqueue } from '../../../queue.ts';
import { lockPortal, type PortalRecord, selectPortals } from '../../../records/help-centre/portal.ts';
import { notConfigured } from '../request-instructions.ts';
import { refuseTaken } from '../write-portal.ts';
import { domainProof } from './domain-proof.ts';

/**
 * Gives a waiting portal its domain, if the domain is free or if `proofs` (the TXT records of the domain) contain this
 * account's proof and not the present owner's. The former owner's portal waits from then on, and its administrators are
 * mailed. A portal that has its domain stays unchanged.
 * @throws AppError `invalid` when this account's proof is missing, or both proofs are there; "Custom domain is not configured"
 */
export function verifyDomain(
  tx: Tx,
  portal: PortalRecord,
  proofs: readonly string[],
  now: Date,
): Promise<PortalRecord> {
  return inTransaction(tx, async (tx) => {
    const { id, accountId, customDomain, claimedDomain: domain } = await lockPortal(tx, portal);
    if (customDomain !== null) return lockPortal(tx, portal);
    if (domain === null) throw notConfigured();
    const holder = await withRowLock(tx, portalsAt(tx, domain)).executeTakeFirst();
    if (holder) {
      checkProofs(tx, { accountId, domain }, holder, proofs);
      await giveUp(tx, holder, domain, now);
    }
    await tx.db
      .updateTable('portals')
      .set({ custom_domain: domain, claimed_domain: null, updated_at: now })
      .where('id', '=', id)
      .execute()
      .catch(refuseTaken);
    return lockPortal(tx, portal);
  });
}

/** The portal that has the domain, of whichever account; undefined when there is none. */
export const findPortalAt = (tx: Tx, domain: string) => portalsAt(tx, domain).executeTakeFirst();

const portalsAt = (tx: Tx, domain: string) => selectPortals(tx.db).where('p.custom_domain', '=', domain);

function checkProofs(
  tx: Tx,
  { accountId, domain }: { accountId: number; domain: string },
  holder: PortalRecord,
  proofs: readonly string[],
): void {
  const { vault } = tx.installation;
  const { name, value } = domainProof(vault, accountId, domain);
  if (!proofs.includes(value)) {
    throw invalidField('custom_domain', `is not proved: ${name} needs a TXT record with the value ${value}`);
  }
  if (!proofs.includes(domainProof(vault, holder.accountId, domain).value)) return;
  throw invalidField(
    'custom_domain',
    `is proved for another account, too: ${name} must have no other TXT record that begins with parley=`,
  );
}

/** The log of the account that loses the domain does not tell who has got it. */
async function giveUp(tx: Tx, { id, accountId, name }: PortalRecord, domain: string, now: Date): Promise<void> {
  await tx
    .authored({ user: null, sessionId: null, accountId: null, requestId: null, address: null })
    .db.updateTable('portals')
    .set({ custom_domain: null, claimed_domain: domain, updated_at: now })
    .where('id', '=', id)
    .execute();
  await enqueue(tx, { kind: 'name_moved', accountId, payload: { name: domain, of: `the help centre ${name}` } }, now);
}
