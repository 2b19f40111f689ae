import { checkHourlyLimit } from '../../conversations/hourly-limit.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { invalid } from '../../errors.ts';
import { enqueue } from '../../queue.ts';
import { lockPortal, type PortalRecord } from '../../records/help-centre/portal.ts';
import { domainOf } from './domain/domain-proof.ts';

const KIND = 'portal_instructions';
/** Anyone's address may be given. */
const PER_HOUR = 20;

/**
 * Queues a mail to `email` that says how to set up the portal's custom domain.
 * @throws AppError `invalid`, "Custom domain is not configured"; `too_many_requests` for an account that has sent twenty
 *   within the hour
 */
export function requestInstructions(tx: Tx, portal: PortalRecord, email: string, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const { id, accountId, ...domains } = await lockPortal(tx, portal);
    if (domainOf(domains) === null) throw notConfigured();
    await checkHourlyLimit(tx, accountId, { kind: KIND, what: 'instructions', perHour: PER_HOUR }, now);
    await enqueue(tx, { kind: KIND, accountId, payload: { portal_id: id, email } }, now);
  });
}

export const notConfigured = () =>
  invalid('Custom domain is not configured', 'set the custom_domain of the portal first', ['custom_domain']);
