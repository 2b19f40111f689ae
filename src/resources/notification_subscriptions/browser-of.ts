import { namesPrivatePlace } from '../../addresses.ts';
import type { Attributes, Json } from '../../entities/columns.ts';
import { type AppError, invalidField } from '../../errors.ts';

/** Where push messages for a browser go, and the keys that they are encrypted with, in base64url (RFC 8291). */
export type Browser = { endpoint: string; p256dh: string; auth: string };

const ENDPOINT_LENGTH = 2048;
/** An uncompressed point of P-256. */
const KEY_BYTES = 65;
const UNCOMPRESSED = 4;
const AUTH_BYTES = 16;

/**
 * The browser in the attributes of a subscription. The keys may be nested in `keys`, as browsers write them. The IP address
 * behind the endpoint's name is checked at the connection.
 * @throws AppError `invalid` for missing or wrong values, and for a private address outside `allowedNetworks`
 */
export function browserOf(attributes: Attributes, allowedNetworks: readonly string[]): Browser {
  const { endpoint, keys } = attributes;
  const under = typeof keys === 'object' && keys !== null && !Array.isArray(keys) ? keys : {};
  const p256dh = attributes['p256dh'] ?? under['p256dh'];
  const auth = attributes['auth'] ?? under['auth'];
  if (typeof endpoint !== 'string' || endpoint.length > ENDPOINT_LENGTH || !URL.canParse(endpoint)) {
    throw wrong(`must have an endpoint: an address of at most ${ENDPOINT_LENGTH} characters`);
  }
  const url = new URL(endpoint);
  if (url.protocol !== 'https:') throw wrong('must have an endpoint that starts with https://');
  if (namesPrivatePlace(url, allowedNetworks)) throw wrong('must have an endpoint with a public address');
  const key = bytesOf(p256dh);
  if (key?.length !== KEY_BYTES || key[0] !== UNCOMPRESSED) throw wrong('must have p256dh: a P-256 key in base64url');
  if (bytesOf(auth)?.length !== AUTH_BYTES) throw wrong(`must have auth: ${AUTH_BYTES} bytes in base64url`);
  return { endpoint, p256dh: String(p256dh), auth: String(auth) };
}

/** The bytes of a text in base64, of either alphabet; null = it is none. */
function bytesOf(text: Json | undefined): Buffer | null {
  return typeof text === 'string' && /^[\w+/-]+=*$/.test(text) ? Buffer.from(text, 'base64url') : null;
}

function wrong(rule: string): AppError {
  return invalidField('subscription_attributes', rule);
}
