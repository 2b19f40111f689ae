import { accountSuspended, found, unauthorized } from '../errors.ts';
import { type ContactCaller, findContactCaller } from '../records/public/contact-caller.ts';
import { findPublicInbox, type PublicInbox } from '../records/public/public-inbox.ts';
import type { RateLimits } from './rate-limit.ts';
import type { Ctx, RouteMiddleware } from './state.ts';

/**
 * Finds the API inbox and the contact of the path, and counts the request against the contact's limit, or the address's
 * limit for an unknown contact. Knowing a source id is enough to act as its contact.
 * @throws AppError `too_many_requests`; `not_found`, "Inbox not found" or "Contact not found"; `unauthorized` for a
 *   suspended account
 */
export function enterInbox(limits: RateLimits): RouteMiddleware {
  return async function enterInbox(ctx, next) {
    const { inbox_identifier: identifier = '', contact_identifier: sourceId = null } = ctx.params;
    const inbox = await findInbox(ctx, identifier);
    const contact = inbox && sourceId !== null ? await findContact(ctx, inbox, sourceId) : null;
    if (contact) await limits.consumeContact(ctx, contact.contactInbox.id);
    else await limits.consume(ctx, null);

    const known = found(inbox, 'Inbox');
    if (known.isSuspended) throw accountSuspended();
    if (sourceId !== null) found(contact, 'Contact');
    ctx.state.account = known.account;
    ctx.state.entered = { inbox: known, contact };
    ctx.state.consumeNewContact = () => limits.consumeNewVisitor(ctx);
    return next();
  };
}

async function findInbox(ctx: Ctx, identifier: string): Promise<PublicInbox | null> {
  return isStorable(identifier) ? findPublicInbox(ctx.state.tx, identifier) : null;
}

async function findContact(ctx: Ctx, inbox: PublicInbox, sourceId: string): Promise<ContactCaller | null> {
  return isStorable(sourceId) ? findContactCaller(ctx.state.tx, inbox.id, sourceId) : null;
}

/** PostgreSQL has no text with U+0000, and cannot be asked for one. */
const isStorable = (text: string) => !text.includes('\u0000');

/** The contact that the path names, whether or not their identity is verified. */
export function enteredContact({ ctx }: { ctx: Ctx }): ContactCaller {
  return found(ctx.state.entered.contact, 'Contact');
}

/**
 * The contact that the path names, for what an inbox that needs proofs of identity has for verified contacts only.
 * @throws AppError `unauthorized`
 */
export function verifiedContact(asked: { ctx: Ctx }): ContactCaller {
  const contact = enteredContact(asked);
  if (asked.ctx.state.entered.inbox.needsHmac && !contact.contactInbox.hmacVerified) {
    throw unauthorized('prove the identity of the contact first, by showing it with identifier and identifier_hash');
  }
  return contact;
}

/** The ids that a caller claims in an inbox. */
type Named = { sourceId: string | null; provedIdentifier: string | null };

/**
 * Counts a possible new contact against the client's address: a caller without a proved identifier and without a known
 * `source_id`.
 * @throws AppError `too_many_requests`
 */
export async function admitContact({ ctx }: { ctx: Ctx }, { sourceId, provedIdentifier }: Named): Promise<void> {
  if (provedIdentifier !== null) return;
  const known = sourceId === null ? null : await findContact(ctx, ctx.state.entered.inbox, sourceId);
  if (known === null) await ctx.state.consumeNewContact();
}
