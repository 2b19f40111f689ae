import { namesPrivatePlace } from '../../addresses.ts';
import { type Check, failed, ok } from '../../checks.ts';
import type { CheckMeans } from './channel-checks.ts';

/** Checks that the provider can reach this server: at a public name, and by https where it wants that. */
export function addressCheck(
  { publicUrl }: Pick<CheckMeans, 'publicUrl'>,
  provider: string,
  wants: 'https' | 'any',
): Check {
  return {
    name: 'address',
    async look() {
      const advice = 'set server.public_url to the https:// address under which clients reach this server';
      if (wants === 'https' && !publicUrl.startsWith('https://')) {
        return failed(`${provider} tells what it receives by https only, and this server is ${publicUrl}`, advice);
      }
      if (namesPrivatePlace(new URL(publicUrl), [])) {
        return failed(`${provider} cannot reach ${publicUrl}, which is in a private network`, advice);
      }
      return ok(`${provider} is told ${publicUrl}`);
    },
  };
}
