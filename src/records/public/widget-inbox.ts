import type { Tx } from '../../db/tx.ts';
import { type Placeholders, remembered } from '../../db/prepared.ts';
import type { Attributes } from '../../entities/columns.ts';
import { isStorable } from '../../fields/storable.ts';
import { columns, type RecordOf } from '../columns.ts';
import { inboxByIdentifier } from './inbox-by-identifier.ts';
import { PUBLIC_INBOX, type PublicInbox, REACHED, reached } from './public-inbox.ts';

/** The columns of a website inbox that its widget needs beside those of every inbox. */
const WIDGET_INBOX = [
  ...PUBLIC_INBOX,
  'outOfOfficeMessage',
  'allowMessagesAfterResolved',
  'agentBotId',
  'avatarUrl',
] as const;

/** A website inbox as its widget finds it; `identifier` is the website token. */
export type WidgetInbox = RecordOf<'inboxes', typeof WIDGET_INBOX> &
  PublicInbox & {
    /** The settings of the channel. */
    settings: Attributes;
    /** The language of the account. */
    locale: string;
  };

/** The website inbox with this token; null when there is none. */
export async function findWidgetInbox(tx: Tx, websiteToken: string): Promise<WidgetInbox | null> {
  const [row] = isStorable(websiteToken) ? await byToken(tx, { websiteToken }) : [];
  return row ? { ...reached(row), settings: row.settings, locale: row.locale } : null;
}

const byToken = remembered((db, values: Placeholders<{ websiteToken: string }>) =>
  inboxByIdentifier(db, 'web_widget', values.websiteToken)
    .select(columns('i', WIDGET_INBOX))
    .select([...REACHED, 'a.locale']),
);
