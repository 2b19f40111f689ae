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
  const url = urlIn(await askHost(http, CLOUD_API_NAME, { url: base, headers }));
  return { url, headers, isOfSettings: isSameOrigin(url, urls.whatsapp_url), maxBytes: MAX_BYTES };
}

/** 360dialog hands on the address of Meta, which can only be fetched through itself. */
export async function locateInDialog360(
  source: Attributes,
  { http, urls, channel }: ReceivingMeans,
): Promise<FilePlace> {
  const { url: base, headers } = DIALOG360.numberAt(urls, channel);
  const place = { url: `${base}/${encodeURIComponent(textAt(source, 'media_id'))}`, headers };
  const { pathname, search } = new URL(urlIn(await askHost(http, DIALOG360.provider, place)));
  return { url: `${base}${pathname}${search}`, headers, isOfSettings: true, maxBytes: MAX_BYTES };
}

function urlIn(media: Attributes): string {
  const url = textAt(media, 'url');
  if (!URL.canParse(url)) throw invalid('File not fetched', 'WhatsApp does not say where it is');
  return url;
}

const isSameOrigin = (one: string, other: string) => new URL(one).origin === new URL(other).origin;
