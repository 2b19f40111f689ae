import type { Vault } from '../../../db/vault.ts';

/** A record of the name servers of a domain. */
export type DomainProof = { type: 'TXT'; name: string; value: string };

const PURPOSE = 'domains of accounts';
const SIGNATURE_LENGTH = 32;

/** The TXT record with which the owner of the domain confirms this account; its value cannot be guessed. */
export function domainProof(vault: Vault, accountId: number, domain: string): DomainProof {
  const signature = vault.sign(PURPOSE, `${accountId} ${domain}`).toString('hex').slice(0, SIGNATURE_LENGTH);
  return { type: 'TXT', name: `_parley.${domain}`, value: `parley=${signature}` };
}

/** The domain that a portal has or shall have, and its state: shown there (`active`), or waiting for a proof (`pending`). */
export function domainOf({
  customDomain,
  claimedDomain,
}: {
  customDomain: string | null;
  claimedDomain: string | null;
}) {
  if (customDomain !== null) return { domain: customDomain, status: 'active' } as const;
  return claimedDomain === null ? null : ({ domain: claimedDomain, status: 'pending' } as const);
}
