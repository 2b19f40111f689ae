import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { type Placeholders, remembered } from '../../db/prepared.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { PortalConfig } from '../../entities/portal.ts';
import { isStorable } from '../../fields/storable.ts';
import { columns, type RecordOf } from '../columns.ts';
import { inboxByIdentifier } from './inbox-by-identifier.ts';
import { PUBLIC_INBOX, type PublicInbox, REACHED, reached } from './public-inbox.ts';

/** The columns of a website inbox for its widget. */
const WIDGET_INBOX = [
  ...PUBLIC_INBOX,
  'outOfOfficeMessage',
  'allowMessagesAfterResolved',
  'agentBotId',
  'avatarUrl',
] as const;

/** A website inbox for its widget; `identifier` is the website token. */
export type WidgetInbox = RecordOf<'inboxes', typeof WIDGET_INBOX> &
  PublicInbox & {
    /** The settings of the channel. */
    settings: Attributes;
    /** The language of the account. */
    locale: string;
    /** The help centre that the widget offers, if readers see it; null = none. */
    portal: WidgetPortal | null;
  };

/** A help centre as the widget offers it. */
export type WidgetPortal = {
  id: number;
  name: string;
  slug: string;
  customDomain: string | null;
  config: PortalConfig;
};

/** The website inbox with this token; null when there is none. */
export async function findWidgetInbox(tx: Tx, websiteToken: string): Promise<WidgetInbox | null> {
  const [row] = isStorable(websiteToken) ? await byToken(tx, { websiteToken }) : [];
  if (!row) return null;
  const { portalId, portalName, portalSlug, portalDomain, portalConfig, ...inbox } = row;
  const isSeen = portalId !== null && portalName !== null && portalSlug !== null && portalConfig !== null;
  const portal = isSeen
    ? { id: portalId, name: portalName, slug: portalSlug, customDomain: portalDomain, config: portalConfig }
    : null;
  return { ...reached(inbox), settings: inbox.settings, locale: inbox.locale, portal };
}

const byToken = remembered((db, values: Placeholders<{ websiteToken: string }>) =>
  inboxByIdentifier(db, 'web_widget', values.websiteToken)
    .leftJoin('portals as p', (join) =>
      join.onRef('p.id', '=', 'i.portal_id').on('p.archived', '=', sql.lit(false)).on('p.deleted_at', 'is', null),
    )
    .select(columns('i', WIDGET_INBOX))
    .select([
      ...REACHED,
      'a.locale',
      'p.id as portalId',
      'p.name as portalName',
      'p.slug as portalSlug',
      'p.custom_domain as portalDomain',
      'p.config as portalConfig',
    ]),
);
