import { namesPrivatePlace } from '../../addresses.ts';
import { invalid, invalidField } from '../../errors.ts';

/**
 * Checks that events may be sent to `url`, as far as it can be seen from here: the connection is checked again when it is
 * made, for what its name leads to then.
 * @throws AppError `invalid`, 'Webhook URL must use HTTPS', or naming the field when it lies outside of the public
 *   internet and of `networks`
 */
export function checkUrl(url: string, networks: readonly string[]): void {
  const address = new URL(url);
  if (address.protocol !== 'https:') {
    throw invalid('Webhook URL must use HTTPS', 'url must start with https://', ['url']);
  }
  if (namesPrivatePlace(address, networks)) {
    throw invalidField(
      'url',
      'must lead to a public address; the operator may allow others in webhooks.allowed_networks',
    );
  }
}
