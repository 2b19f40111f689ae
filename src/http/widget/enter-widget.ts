import type { Tx } from '../../db/tx.ts';
import { accessDenied, accountSuspended, found, notFound } from '../../errors.ts';
import { type ContactCaller, findContactCaller } from '../../records/public/contact-caller.ts';
import { findWidgetInbox, type WidgetInbox } from '../../records/public/widget-inbox.ts';
import { bodyOf, parseQuery } from '../body/body.ts';
import type { RateLimits } from '../rate-limit.ts';
import type { Ctx, InWidget, RouteMiddleware } from '../state.ts';
import { readVisitorToken } from '../../records/public/visitor-token.ts';

/** The tokens of a request: `websiteToken` names the inbox, `visitorToken` the visitor; '' = none was sent. */
type WidgetTokens = { websiteToken: string; visitorToken: string };

/**
 * Finds the website inbox that the query names, and the visitor of the header `X-Auth-Token`, and counts the request
 * against the limit of the visitor, or without a known one of the address. Where the query names none,
 * `enterWidgetByBody` looks into the body.
 * @throws AppError `too_many_requests`, and as `findInWidget` does
 */
export function enterWidget(limits: RateLimits): RouteMiddleware {
  return async function enterWidget(ctx, next) {
    const websiteToken = textOf(parseQuery(ctx.querystring)['website_token']);
    const inWidget = websiteToken === '' ? null : await find(ctx, websiteToken);
    if (inWidget?.visitor) await limits.consumeContact(ctx, inWidget.visitor.contactInbox.id);
    else await limits.consume(ctx, null);
    ctx.state.visitorLimits = {
      consumeNew: () => limits.consumeNewVisitor(ctx),
      consumeOpening: () => limits.consumeOpening(ctx),
      consumeUpload: () => limits.consumeVisitorUpload(ctx),
      consumeTranscript: (contactInboxId) => limits.consumeTranscript(ctx, contactInboxId),
    };
    if (websiteToken !== '') enter(ctx, inWidget);
    return next();
  };
}

/** As `enterWidget` with the website token of the body, for requests that have none in the query. */
export const enterWidgetByBody: RouteMiddleware = async function enterWidgetByBody(ctx, next) {
  const { widget } = ctx.state as Partial<typeof ctx.state>;
  if (!widget) {
    enter(ctx, await find(ctx, textOf(bodyOf(ctx)['website_token'])));
    await ctx.state.meter?.enter(ctx.state.account.id);
  }
  return next();
};

/** The website inbox with the token, and the visitor whose token is good there; null = there is no such inbox. */
async function findInWidget(tx: Tx, { websiteToken, visitorToken }: WidgetTokens, now: Date): Promise<InWidget | null> {
  const inbox = await findWidgetInbox(tx, websiteToken);
  if (!inbox) return null;
  const visitor = visitorToken === '' ? null : await findVisitor(tx, inbox, visitorToken, now);
  return { inbox, visitor, isTokenRefused: visitorToken !== '' && visitor === null };
}

/** The visitor with this token, if it is good in the inbox. */
export async function findVisitor(tx: Tx, inbox: WidgetInbox, token: string, now: Date): Promise<ContactCaller | null> {
  const holder = readVisitorToken(tx.installation.vault, token, now);
  return holder?.inboxId === inbox.id ? findContactCaller(tx, inbox.id, holder.sourceId) : null;
}

function find(ctx: Ctx, websiteToken: string): Promise<InWidget | null> {
  return findInWidget(ctx.state.tx, { websiteToken, visitorToken: ctx.get('X-Auth-Token') }, ctx.state.now);
}

/** @throws AppError `not_found`, "Inbox not found"; `unauthorized` for a suspended account */
function enter(ctx: Ctx, inWidget: InWidget | null): void {
  const entered = mustBeOpen(inWidget);
  ctx.state.account = entered.inbox.account;
  ctx.state.widget = entered;
}

/** @throws AppError `not_found`, "Inbox not found"; `unauthorized`, "Account is suspended" */
function mustBeOpen(inWidget: InWidget | null): InWidget {
  const entered = found(inWidget, 'Inbox');
  if (entered.inbox.isSuspended) throw accountSuspended();
  return entered;
}

/** The visitor of the request. @throws AppError `not_found`, "Contact not found" */
export function visitorOf({ ctx }: { ctx: Ctx }): ContactCaller {
  return found(ctx.state.widget.visitor, 'Contact');
}

/**
 * The visitor; null = a new visitor without a token, who gets a token with the first change.
 * @throws AppError `not_found`, "Contact not found", for a token that is not good here
 */
export function knownVisitor({ ctx }: { ctx: Ctx }): ContactCaller | null {
  const { visitor, isTokenRefused } = ctx.state.widget;
  if (isTokenRefused) throw notFound('Contact');
  return visitor;
}

/** The ids that a visitor claims; null and undefined = none. */
type Named = { [Name in 'identifier' | 'email' | 'phoneNumber']?: string | null | undefined };

/**
 * Counts as somebody new a visitor without a token (null), and one who names an identifier or an address that their contact does not have:
 * the answer tells whether the account knows it. @throws AppError `too_many_requests`
 */
export async function admit({ ctx }: { ctx: Ctx }, visitor: ContactCaller | null, said: Named = {}): Promise<void> {
  const names = (['identifier', 'email', 'phoneNumber'] as const).filter((name) => said[name]);
  if (visitor === null || names.some((name) => said[name] !== visitor.contact[name])) {
    await ctx.state.visitorLimits.consumeNew();
  }
}

/** @throws AppError `access_denied` where the inbox takes no files from visitors */
export function mayAttach({ ctx }: { ctx: Ctx }): void {
  const features = ctx.state.widget.inbox.settings['selected_feature_flags'];
  if (Array.isArray(features) && !features.includes('attachments')) {
    throw accessDenied('this inbox takes no files from visitors');
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
