import type { Got } from 'got';
import type { Config } from '../../config.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { OutgoingChannel } from '../transport.ts';
import { askHost } from './ask-host.ts';
import { CLOUD_API_NAME, DIALOG360, graphAt, objectIn, objectsIn } from './hosts.ts';

const PAGE = 250;
/** More than WhatsApp lets a business have. */
const MOST_PAGES = 100;

/**
 * The message templates of the channel's number, as the service describes them.
 * @throws AppError `invalid` when it refuses, `unavailable` when it may answer later
 */
export function fetchTemplates(
  http: Got,
  urls: Config['channels'],
  channel: Pick<OutgoingChannel, 'settings' | 'secrets'>,
): Promise<Attributes[]> {
  return channel.settings['provider'] === 'whatsapp_cloud'
    ? fetchFromCloud(http, urls, channel)
    : fetchFromDialog360(http, urls, channel);
}

async function fetchFromCloud(http: Got, urls: Config['channels'], channel: Pick<OutgoingChannel, 'secrets'>) {
  const business = graphAt(urls, channel, 'business_account_id');
  const place = { ...business, url: `${business.url}/message_templates` };
  const templates: Attributes[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const searchParams: Record<string, string> = { limit: String(PAGE), ...(after !== null && { after }) };
    const { data, paging } = await askHost(http, CLOUD_API_NAME, place, { searchParams });
    templates.push(...objectsIn(data));
    const next = objectIn(objectIn(paging)['cursors'])['after'];
    // The last page has a cursor, too, but no address of a next one.
    if (typeof next !== 'string' || objectIn(paging)['next'] === undefined) break;
    after = next;
  }
  return templates;
}

async function fetchFromDialog360(http: Got, urls: Config['channels'], channel: Pick<OutgoingChannel, 'secrets'>) {
  const { url, headers } = DIALOG360.numberAt(urls, channel);
  const place = { url: `${url}/v1/configs/templates`, headers };
  const templates: Attributes[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const searchParams = { limit: PAGE, offset: templates.length };
    const { waba_templates: some, total } = await askHost(http, DIALOG360.provider, place, { searchParams });
    templates.push(...objectsIn(some));
    if (objectsIn(some).length === 0 || typeof total !== 'number' || templates.length >= total) break;
  }
  return templates;
}
