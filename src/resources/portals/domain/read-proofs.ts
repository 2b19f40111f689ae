import type { Config } from '../../../config.ts';
import { invalidField } from '../../../errors.ts';
import { resolverAt } from '../../../look-up.ts';

/** The codes of resolvers for a missing name or record. */
const NONE = ['ENOTFOUND', 'ENODATA'];

/**
 * The current values of the TXT records with this name, from its name servers.
 * @throws AppError `invalid` when they do not answer
 */
export async function readProofs(config: Pick<Config, 'help_centre'>, name: string): Promise<string[]> {
  try {
    return (await resolverAt(config.help_centre.name_servers).resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    if (NONE.includes(code)) return [];
    throw invalidField('custom_domain', `cannot be looked at: the name servers do not answer for ${name} (${code})`);
  }
}
