import { namesPlaceWithin, namesPrivatePlace } from '../addresses.ts';
import { invalid, invalidField } from '../errors.ts';

/** Where receivers may be; `allowsHttp`: those inside `allowedNetworks` may do without TLS. */
export type ReceiverPlaces = { allowedNetworks: readonly string[]; allowsHttp?: boolean };

/**
 * Refuses an address that events must not be sent to: a private one outside of `allowedNetworks`, or one without https,
 * unless plain HTTP is allowed inside these networks and it may lie there. Only the text is checked here; what a name
 * resolves to is checked when the connection is made. `field` is the name of the parameter.
 * @throws AppError `invalid`, 'Webhook URL must use HTTPS' or "Validation failed"
 */
export function checkWebhookUrl(field: string, address: string, places: ReceiverPlaces): void {
  if (!URL.canParse(address)) throw invalidField(field, 'must be an address that starts with https://');
  const url = new URL(address);
  const { allowedNetworks, allowsHttp = false } = places;
  const isPlain = allowsHttp && url.protocol === 'http:';
  if (url.protocol !== 'https:' && !isPlain) {
    throw invalid('Webhook URL must use HTTPS', `${field} must start with https://`, [field]);
  }
  if (isPlain && !namesPlaceWithin(url, allowedNetworks)) {
    throw invalid('Webhook URL must use HTTPS', `${field} ${OUTSIDE}`, [field]);
  }
  if (namesPrivatePlace(url, allowedNetworks)) {
    throw invalidField(field, 'must be a public address, or lie in a network that webhooks.allowed_networks allows');
  }
}

const OUTSIDE = 'must start with https://, or lie in a network that webhooks.allowed_networks allows';
