/** Where a server listens: the path of a Unix socket, or an address with a port. */
export type ListeningPlace = { path: string } | { host: string; port: number };

const LOOPBACK = '127.0.0.1';
const MOST_PORT = 65_535;
/** A port alone, or after an address, which has brackets if it is of IPv6. */
const PLACE = /^(?:(?:\[([\da-f:.]+)\]|([\w.-]+)):)?(\d{1,5})$/i;

/** The place in a setting: a port alone means this machine; null = not a place. */
export function listeningPlace(setting: string): ListeningPlace | null {
  if (setting.startsWith('/')) return { path: setting };
  const [, ipv6, host, digits] = PLACE.exec(setting) ?? [];
  const port = Number(digits);
  return digits !== undefined && port <= MOST_PORT ? { host: ipv6 ?? host ?? LOOPBACK, port } : null;
}

/** As people write it: `127.0.0.1:2424`, or the path. */
export function placeInWords(place: ListeningPlace): string {
  if ('path' in place) return place.path;
  return place.host.includes(':') ? `[${place.host}]:${place.port}` : `${place.host}:${place.port}`;
}
