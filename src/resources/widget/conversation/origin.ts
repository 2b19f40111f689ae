import type { Attributes } from '../../../entities/columns.ts';
import { browserLanguage, describeBrowser } from './describe-browser.ts';

/** What a page says of a message; null and undefined = nothing. */
export type SaidOfOrigin = { referer_url?: string | null | undefined; timestamp?: string | null | undefined };

/** The headers of a request. */
type Headers = { 'user-agent'?: string | undefined; 'accept-language'?: string | undefined };

/** Where a visitor's conversation comes from: its additional attributes, with Chatwoot's keys. */
export function originOf(headers: Headers, { referer_url: referer, timestamp }: SaidOfOrigin, now: Date): Attributes {
  const language = browserLanguage(headers['accept-language'] ?? '');
  return {
    browser: describeBrowser(headers['user-agent'] ?? ''),
    initiated_at: { timestamp: timestamp ?? now.toISOString() },
    ...(language !== null && { browser_language: language }),
    ...(isWebAddress(referer) && { referer }),
  };
}

/** The page's report when the widget is opened; null and undefined = nothing. */
type Opened = {
  event_info?: Attributes | null | undefined;
  widget_language?: string | null | undefined;
  browser_language?: string | null | undefined;
};

/** The webhook payload's part about a visitor who opens the widget, with Chatwoot's keys. */
export function openedInfo(headers: Headers, opened: Opened): Attributes {
  const language = opened.browser_language ?? browserLanguage(headers['accept-language'] ?? '');
  return {
    ...opened.event_info,
    ...(opened.widget_language && { widget_language: opened.widget_language }),
    ...(language !== null && { browser_language: language }),
    browser: describeBrowser(headers['user-agent'] ?? ''),
  };
}

/** Agents' programs show it as a link. */
function isWebAddress(text: string | null | undefined): text is string {
  return typeof text === 'string' && /^https?:\/\//i.test(text) && URL.canParse(text);
}
