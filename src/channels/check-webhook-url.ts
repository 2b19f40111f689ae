import { namesPrivatePlace } from '../addresses.ts';
import { invalid, invalidField } from '../errors.ts';

/**
 * Refuses an address that events must not be sent to: without https, or a private one outside of `allowedNetworks`.
 * Only the text is checked here; what a name resolves to is checked when the connection is made. `field` is the name of
 * the parameter.
 * @throws AppError `invalid`, 'Webhook URL must use HTTPS' or "Validation failed"
 */
export function checkWebhookUrl(field: string, address: string, allowedNetworks: readonly string[]): void {
  if (!URL.canParse(address)) throw invalidField(field, 'must be an address that starts with https://');
  const url = new URL(address);
  const isSecure = url.protocol === 'https:';
  if (!isSecure) throw invalid('Webhook URL must use HTTPS', `${field} must start with https://`, [field]);
  if (namesPrivatePlace(url, allowedNetworks)) {
    throw invalidField(field, 'must be a public address, or lie in a network that webhooks.allowed_networks allows');
  }
}
