import { found } from '../../errors.ts';
import type { Tx } from '../../db/tx.ts';
import { type PortalRecord, publicLocales } from '../../records/help-centre/portal.ts';
import { findPublicPortal } from './find-public-portal.ts';
import { placesAt, type Places } from './places.ts';

/** A reader's view: a portal in a locale, with the addresses for links. */
export type Reader = { portal: PortalRecord; locale: string; places: Places };

/** The part of a request with these path parameters. */
export type AskedFor<Name extends string> = { tx: Tx; ctx: { hostname: string }; params: Record<Name, string> };

/** The portal that the path names. @throws AppError `not_found` */
export async function portalOf({ tx, params }: AskedFor<'portal_slug'>): Promise<PortalRecord> {
  return found(await findPublicPortal(tx, params.portal_slug), 'Portal');
}

/** The portal and the locale that the path names. @throws AppError `not_found`, also for a locale that is a draft */
export async function readerOf(asked: AskedFor<'portal_slug' | 'locale'>): Promise<Reader> {
  const portal = await portalOf(asked);
  const locale = found(
    publicLocales(portal).find((one) => one === asked.params.locale),
    'Page',
  );
  return { portal, locale, places: placesFor(asked, portal) };
}

/** At the portal's own domain, its pages begin at the root. */
export function placesFor({ ctx }: Pick<AskedFor<never>, 'ctx'>, { slug, customDomain }: PortalRecord): Places {
  return placesAt(ctx.hostname.toLowerCase() === customDomain ? '' : `/hc/${slug}`);
}
