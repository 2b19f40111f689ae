import type { Tx } from '../../../db/tx.ts';
import { invalidField } from '../../../errors.ts';

type Claimant = { id: number | null; accountId: number };

/**
 * The columns of a portal that shall have this domain: it has it where no portal of another account does, and else waits for the
 * proof. Null = none, undefined = unchanged. `id` is null for a new portal.
 * @throws AppError `invalid` for a domain of another portal of the account
 */
export async function claimDomain(tx: Tx, { id, accountId }: Claimant, domain: string | null | undefined) {
  if (domain === undefined) return {};
  if (domain === null) return { custom_domain: null, claimed_domain: null };
  const others = await portalsWith(tx, domain, id ?? 0);
  if (others.some((other) => other.accountId === accountId)) throw takenDomain();
  return others.some(({ customDomain }) => customDomain === domain)
    ? { custom_domain: null, claimed_domain: domain }
    : { custom_domain: domain, claimed_domain: null };
}

export const takenDomain = () => invalidField('custom_domain', 'has already been taken');

function portalsWith(tx: Tx, domain: string, exceptId: number) {
  return tx.db
    .selectFrom('portals')
    .select(['account_id as accountId', 'custom_domain as customDomain'])
    .where((eb) => eb.or([eb('custom_domain', '=', domain), eb('claimed_domain', '=', domain)]))
    .where('id', '!=', exceptId)
    .execute();
}
