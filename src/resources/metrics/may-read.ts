import { timingSafeEqual } from 'node:crypto';
import { isInNetworks } from '../../addresses.ts';
import type { App } from '../../app.ts';
import { digest } from '../../secrets.ts';
import { topToken } from './top-token.ts';

/** Who asks. `address` null = not known, because of a proxy that is not trusted. */
export type Asking = { address: string | null; isFromHere: boolean; token: string | null };

/**
 * Whether the caller may read the metrics. If both settings are set, both must admit the caller. 'absent', as if there were
 * no metrics: for callers outside `metrics.allowed_networks`, and for everybody without settings. 'refused': for a wrong
 * token. `parley top` on this machine uses its own token.
 */
export function mayRead({ config, installation }: App, asking: Asking): 'allowed' | 'refused' | 'absent' {
  const { token, allowed_networks: networks } = config.metrics;
  if (asking.isFromHere && isSame(asking.token, topToken(installation.vault))) return 'allowed';
  if (token === '' && networks.length === 0) return 'absent';
  if (networks.length > 0 && !(asking.address !== null && isInNetworks(asking.address, networks))) return 'absent';
  return token === '' || isSame(asking.token, token) ? 'allowed' : 'refused';
}

/** In a time that tells nothing of how much is right. */
function isSame(given: string | null, token: string): boolean {
  return given !== null && timingSafeEqual(Buffer.from(digest(given)), Buffer.from(digest(token)));
}
