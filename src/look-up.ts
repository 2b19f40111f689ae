import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { SECOND } from './time.ts';

/** How long the name servers of a name may take to answer before it counts as slow. */
const PROBE_MS = 2 * SECOND;
/** The names that the machine knows without asking. */
const HOSTS_FILE = '/etc/hosts';

/** The addresses of a name. @throws Error when it has none, or is not looked up in time */
export type LookUp = (name: string, options: LookupOptions) => Promise<LookupAddress[]>;

/**
 * Looks names up as the system does, so that names with silent name servers do not delay others. Such a name occupies one of
 * Node.js's two look-up threads for ten seconds or longer, so that they are looked up one after the other, and not at all if
 * `limitMs` pass before their turn. Slow names are recognized by a query without a thread.
 */
export function openLookUp(limitMs: number): LookUp {
  let lastSlow: Promise<unknown> = Promise.resolve();

  return async (name, options) => {
    const until = performance.now() + limitMs;
    const found = () => lookup(name, { ...options, all: true });
    if ((await isKnownHere(name)) || (await isAnswered(name))) return found();
    const slow = lastSlow.then(() => {
      if (performance.now() < until) return found();
      throw new Error(`the name servers of ${name} do not answer`);
    });
    lastSlow = slow.catch(() => {});
    return slow;
  };
}

/** Asks these name servers, or those of the system where there are none. */
export function resolverAt(servers: readonly string[]): Resolver {
  const resolver = new Resolver({ timeout: PROBE_MS, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}

/** Looks names up at these name servers, whatever the system knows of them. */
export function lookUpAt(servers: readonly string[]): LookUp {
  return async (name) => {
    const resolver = resolverAt(servers);
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [
      ...foundIn(four).map((address) => ({ address, family: 4 })),
      ...foundIn(six).map((address) => ({ address, family: 6 })),
    ];
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  };
}

const foundIn = (answer: PromiseSettledResult<string[]>) => (answer.status === 'fulfilled' ? answer.value : []);

/** Whether the system finds the name without name servers. */
async function isKnownHere(name: string): Promise<boolean> {
  const hosts = await readFile(HOSTS_FILE, 'utf8').catch(() => '');
  return hosts.split('\n').some((line) => {
    const [, ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return names.includes(name.toLowerCase());
  });
}

/** Whether the name servers answer, whatever they say. */
async function isAnswered(name: string): Promise<boolean> {
  // A new one each time, because it reads only once which name servers there are.
  const resolver = new Resolver({ timeout: PROBE_MS, tries: 1 });
  const asked = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return asked.every((answer) => answer.status === 'fulfilled' || errorCode(answer.reason) !== 'ETIMEOUT');
}

const errorCode = (error: unknown) => (error as NodeJS.ErrnoException).code;
