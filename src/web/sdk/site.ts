import { VISITOR, type Widget } from './widget.ts';

/** The values of the inbox that the bubble shows before there is a frame. */
export type Site = {
  color: string;
  /** The labels of the buttons in the visitor's language. */
  labels: { open: string; close: string };
  /** When the frame is needed to show a message by itself. */
  campaigns: { url: string; time_on_page: number }[];
};

type Located = Pick<Widget, 'url' | 'settings'>;

/** Where the widget's page is, or what is below it, in the visitor's language. */
export function addressOf({ url, settings: { locale } }: Located, below = ''): URL {
  const address = new URL(url);
  address.pathname += below;
  if (locale) address.searchParams.set('locale', locale);
  return address;
}

/** Whether the team wrote something that the visitor with this token has not seen. */
export async function hasUnread(widget: Located, token: string): Promise<boolean> {
  const answer = await fetch(addressOf(widget, '/unread'), {
    method: 'POST',
    body: new URLSearchParams({ [VISITOR]: token }),
  });
  return Number(((await answer.json()) as { unread_count?: number }).unread_count) > 0;
}

/** Loads the site's values as a script, because pages that forbid other requests allow this server's scripts. */
export async function loadSite(widget: Located): Promise<Site> {
  const { site } = (await import(addressOf(widget, '/bubble.js').href)) as { site: Site };
  return site;
}
