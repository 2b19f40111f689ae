import ipaddr from 'ipaddr.js';

const LOCAL_NAMES = /(^|\.)(localhost|local|internal|intranet|home\.arpa)\.?$/i;

/**
 * Whether `url` names, in so many words, a place that is not on the public internet and not inside one of `networks`
 * (CIDRs): a literal address in any spelling, or a name that is local by convention. What other names resolve to is
 * checked when the connection is made (outbound.ts).
 */
export function namesPrivatePlace(url: URL, networks: readonly string[]): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!ipaddr.isValid(host)) return LOCAL_NAMES.test(host) && networks.length === 0;
  const address = ipaddr.parse(host);
  return address.range() !== 'unicast' && !networks.some((network) => contains(network, address));
}

function contains(network: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const [start, bits] = ipaddr.parseCIDR(network);
  return start.kind() === address.kind() && address.match(start, bits);
}
