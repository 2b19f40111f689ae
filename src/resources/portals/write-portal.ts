import type { Tx } from '../../db/tx.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { found, invalidField } from '../../errors.ts';
import { findInbox } from '../inboxes/queries.ts';
import { touchInboxes } from '../inboxes/write-inbox.ts';
import { takenDomain } from './domain/claim-domain.ts';
import type { PortalInput } from './portal-input.ts';

/** The columns that `input` sets, without its settings; undefined = unchanged. */
export function portalColumns(input: PortalInput) {
  return {
    name: input.name,
    slug: input.slug,
    color: input.color,
    header_text: input.headerText,
    page_title: input.pageTitle,
    homepage_link: input.homepageLink,
    archived: input.archived,
  };
}

/** @throws AppError `invalid` for the host of this server, which serves its own pages */
export function checkDomain(tx: Tx, domain: string | null | undefined): void {
  if (!domain || domain !== new URL(tx.installation.publicUrl).hostname) return;
  throw invalidField('custom_domain', 'must be another host than that of this server');
}

/** Throws `error`, or `invalid` where it means that another portal has the name in addresses, or the domain. */
export function refuseTaken(error: unknown): never {
  if (isUniqueViolation(error, 'portals', 'slug')) throw invalidField('slug', 'has already been taken');
  // Another request has taken it in the same moment: a second attempt of this one finds it taken, and makes a claim.
  if (isUniqueViolation(error, 'portals', 'custom_domain')) throw takenDomain();
  throw error;
}

/**
 * Makes the account's website inbox the only one that offers the portal; null = none does, undefined = no change.
 * @throws AppError `not_found`; `invalid` for an inbox of another kind
 */
export async function offerIn(
  tx: Tx,
  portal: { id: number; accountId: number },
  inboxId: number | null | undefined,
  now: Date,
): Promise<void> {
  if (inboxId === undefined) return;
  await touchInboxes(tx, portal.accountId, now);
  if (inboxId !== null) {
    const { channel } = found(await findInbox(tx, portal.accountId, inboxId), 'Inbox');
    if (channel.type !== 'web_widget') throw invalidField('inbox_id', 'must be a website inbox');
  }
  await tx.db
    .updateTable('inboxes')
    .set({ portal_id: null, updated_at: now })
    .where('portal_id', '=', portal.id)
    .where('id', '!=', inboxId ?? 0)
    .execute();
  if (inboxId === null) return;
  await tx.db.updateTable('inboxes').set({ portal_id: portal.id, updated_at: now }).where('id', '=', inboxId).execute();
}
