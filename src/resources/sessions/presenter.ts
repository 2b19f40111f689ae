import type { Shown } from '../../wire/shape.ts';
import { iso } from '../../time.ts';
import type { sessionShape } from './answers.ts';
import { describeBrowser } from './describe-browser.ts';
import type { SessionRow } from './queries.ts';

/** A session of the user; `currentId` is the id of the session that the request came with, null = none. */
export function presentSession(session: SessionRow, currentId: number | null): Shown<typeof sessionShape> {
  const browser = describeBrowser(session.userAgent);
  return {
    id: session.id,
    browser_name: browser.name,
    browser_version: browser.version,
    device_name: browser.device,
    platform_name: browser.platform,
    platform_version: browser.platformVersion,
    ip_address: session.ipAddress,
    city: null,
    country: null,
    country_code: null,
    last_activity_at: iso(session.lastUsedAt),
    created_at: iso(session.createdAt),
    current: session.id === currentId,
  };
}
