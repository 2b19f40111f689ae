import { isIP } from 'node:net';
import { isInNetworks, isReachable } from './addresses.ts';
import type { LookUp } from './look-up.ts';

/** As `lookUp`, but refuses a name if connections to any of its addresses are not allowed. `networks` are CIDRs that are. */
export function guardedLookUp(networks: readonly string[], lookUp: LookUp): LookUp {
  return async (name, options) => {
    const addresses = await lookUp(name, options);
    const refused = addresses.find(({ address }) => !isReachable(address, networks));
    if (refused) throw notAllowed(`${name}, which is ${refused.address}`);
    return addresses;
  };
}

/** As `lookUp`, but refuses a name unless all of its addresses are in `networks` (CIDRs). */
export function lookUpWithin(networks: readonly string[], lookUp: LookUp): LookUp {
  return async (name, options) => {
    const addresses = await lookUp(name, options);
    const outside = addresses.find(({ address }) => !isInNetworks(address, networks));
    if (outside) throw notWithin(`${name}, which is ${outside.address}`);
    return addresses;
  };
}

/**
 * An address at which the server with this name, or literal address, may be reached: to connect to it rather than to
 * the name leaves no second look-up with another answer.
 * @throws Error when it has none, or a connection to one of them is not allowed
 */
export async function reachableAddress(host: string, networks: readonly string[], lookUp: LookUp): Promise<string> {
  const name = host.replace(/^\[|\]$/g, '');
  if (isIP(name) !== 0) {
    if (!isReachable(name, networks)) throw notAllowed(name);
    return name;
  }
  const addresses = await guardedLookUp(networks, lookUp)(name, {});
  // Many machines have no way to addresses of IPv6, and few servers have only those.
  const best = addresses.find(({ family }) => family === 4) ?? addresses[0];
  if (!best) throw new Error(`${name} has no address`);
  return best.address;
}

/** An address that users gave, and that the operator has not allowed. */
export class RefusedPlace extends Error {}

/** How an operator allows the address of `RefusedPlace`. */
export const ALLOW_PLACE =
  'if it is a server that this one may connect to, add its network to webhooks.allowed_networks';

export function notAllowed(place: string): Error {
  return new RefusedPlace(`not allowed to connect to ${place}: a private address outside of webhooks.allowed_networks`);
}

export function notWithin(place: string): Error {
  return new RefusedPlace(
    `not allowed to connect without TLS to ${place}: an address outside of webhooks.allowed_networks`,
  );
}
