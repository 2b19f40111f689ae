import ipaddr from 'ipaddr.js';

/** Local suffixes by convention, which no public name has. */
const LOCAL_NAMES = /(^|\.)(localdomain|local|internal|intranet|private|lan|home|corp|home\.arpa)$/i;
/** Names of the machine itself. */
const LOOPBACK_NAMES = /(^|\.)localhost$/i;
const LOOPBACK = ['127.0.0.1', '::1'].map((address) => ipaddr.parse(address));
/** The range assigned to the public internet; parts of it have special purposes. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether the host of `url` names a private place that is not in `networks` (CIDRs): a literal address, in any
 * spelling, that is neither public nor in one of them; "localhost" when none of them has a loopback address; another
 * name that is local by convention when there are no networks at all. The addresses of other names are checked when the
 * connection is made (outbound.ts).
 */
export function namesPrivatePlace(url: URL, networks: readonly string[]): boolean {
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '');
  if (ipaddr.isValid(host)) return !mayConnect(ipaddr.parse(host), networks);
  if (LOOPBACK_NAMES.test(host)) return !LOOPBACK.some((address) => mayConnect(address, networks));
  const isLocal = LOCAL_NAMES.test(host) || !host.includes('.');
  return isLocal && networks.length === 0;
}

/**
 * Whether the host of `url` may lie in one of `networks` (CIDRs): a literal address does, or it is a name, whose addresses are
 * checked when the connection is made.
 */
export function namesPlaceWithin(url: URL, networks: readonly string[]): boolean {
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '');
  return networks.length > 0 && (!ipaddr.isValid(host) || isInNetworks(host, networks));
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Whether a connection to the literal `address` is allowed: it is public, or in one of `networks` (CIDRs). False for
 * what is no address.
 */
export function isReachable(address: string, networks: readonly string[]): boolean {
  return ipaddr.isValid(address) && mayConnect(ipaddr.parse(address), networks);
}

/** Whether the literal `address` is in one of `networks` (CIDRs). False for what is no address. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  return ipaddr.isValid(address) && networks.some((network) => contains(network, ipaddr.parse(address)));
}

function mayConnect(address: Address, networks: readonly string[]): boolean {
  return isPublic(address) || networks.some((network) => contains(network, address));
}

/**
 * Whether the address is public. Addresses that contain an IPv4 one (mapped, compatible, translated, 6to4, Teredo)
 * never are: where they lead depends on the network.
 */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(PUBLIC_IPV6);
}

function contains(network: string, address: Address): boolean {
  const [start, bits] = ipaddr.parseCIDR(network);
  return start.kind() === address.kind() && address.match(start, bits);
}

/**
 * The network that belongs to one customer of a provider, for programs that keep addresses out: the /64 of an IPv6 address, else
 * the address itself.
 */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const { parts } = ipaddr.IPv6.parse(address);
  return `${new ipaddr.IPv6([...parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

/** An address that people without its secrets see: without the user and the password in it. Null = there is none. */
export const urlForReaders = (address: string | null) => address && withoutUserInfo(address);

/** The address without the user and the password that may be in it; as it is where it is none. */
export function withoutUserInfo(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.username === '' && url.password === '') return address;
  return Object.assign(url, { username: '', password: '' }).href;
}
