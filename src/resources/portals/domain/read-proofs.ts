import { Resolver } from 'node:dns/promises';
import type { Config } from '../../../config.ts';
import { invalidField } from '../../../errors.ts';
import { SECOND } from '../../../time.ts';

const TIMEOUT_MS = 2 * SECOND;
/** The codes of resolvers for a missing name or record. */
const NONE = ['ENOTFOUND', 'ENODATA'];

/**
 * The current values of the TXT records with this name, from its name servers.
 * @throws AppError `invalid` when they do not answer
 */
export async function readProofs(config: Pick<Config, 'help_centre'>, name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  const { name_servers: servers } = config.help_centre;
  if (servers.length > 0) resolver.setServers(servers);
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    if (NONE.includes(code)) return [];
    throw invalidField('custom_domain', `cannot be looked at: the name servers do not answer for ${name} (${code})`);
  }
}
