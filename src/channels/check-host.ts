import { namesPrivatePlace } from '../addresses.ts';
import { invalidField } from '../errors.ts';

const HOST_NAME = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?\.?$|^\[?[0-9a-f:.]+\]?$/i;

/**
 * Refuses an invalid name of a mail server, and private addresses outside `allowedNetworks`. The address behind a name is
 * checked at each connection. `field` is the name of the parameter.
 * @throws AppError `invalid`
 */
export function checkHost(field: string, host: string, allowedNetworks: readonly string[]): void {
  const place = host.includes(':') && !host.startsWith('[') ? `http://[${host}]/` : `http://${host}/`;
  if (!HOST_NAME.test(host) || !URL.canParse(place)) {
    throw invalidField(field, 'must be the name of a server, for example mail.example.com');
  }
  if (namesPrivatePlace(new URL(place), allowedNetworks)) {
    throw invalidField(field, 'must be a public server, or lie in a network that webhooks.allowed_networks allows');
  }
}
