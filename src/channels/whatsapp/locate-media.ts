import type { Attributes } from '../../entities/columns.ts';
import { invalid } from '../../errors.ts';
import { textAt } from '../receiving/json-parts.ts';
import type { FilePlace, ReceivingMeans } from '../receiving/receiver.ts';
import { askHost } from './ask-host.ts';
import { CLOUD_API_NAME, DIALOG360, graphPlace } from './hosts.ts';

/** Bytes of the largest document. */
const MAX_BYTES = 100_000_000;

/** The address of a file lasts for five minutes, and is asked for with the key of the number. */
export async function locateInCloud(source: Attributes, { http, urls, channel }: ReceivingMeans): Promise<FilePlace> {
  const { url: base, headers } = graphPlace(urls, channel, textAt(source, 'media_id'));
  const media = await askHost(http, CLOUD_API_NAME, { url: base, headers });
  const url = urlIn(media);
  const isOfSettings = isSameOrigin(url, urls.whatsapp_url);
  return { url, headers, isOfSettings, maxBytes: MAX_BYTES, sha256: sha256In(media) };
}

/** 360dialog hands on the address of Meta, which can only be fetched through itself. */
export async function locateInDialog360(
  source: Attributes,
  { http, urls, channel }: ReceivingMeans,
): Promise<FilePlace> {
  const { url: base, headers } = DIALOG360.numberAt(urls, channel);
  const place = { url: `${base}/${encodeURIComponent(textAt(source, 'media_id'))}`, headers };
  const media = await askHost(http, DIALOG360.provider, place);
  const { pathname, search } = new URL(urlIn(media));
  const url = `${base}${pathname}${search}`;
  return { url, headers, isOfSettings: true, maxBytes: MAX_BYTES, sha256: sha256In(media) };
}

/** In the digits that the API has it in; callbacks have it in Base64. */
function sha256In(media: Attributes): string | null {
  const digest = textAt(media, 'sha256').toLowerCase();
  return /^[\da-f]{64}$/.test(digest) ? digest : null;
}

function urlIn(media: Attributes): string {
  const url = textAt(media, 'url');
  if (!URL.canParse(url)) throw invalid('File not fetched', 'WhatsApp does not say where it is');
  return url;
}

const isSameOrigin = (one: string, other: string) => new URL(one).origin === new URL(other).origin;
