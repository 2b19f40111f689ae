import type { Check } from '../../checks.ts';
import type { Means } from '../transport.ts';

/** What a channel is checked with. */
export type CheckMeans = Omit<Means, 'key'> & {
  /** The address at which the provider tells what it receives. */
  callbackUrl: string;
  now: Date;
};

/**
 * What can be checked of a channel at its provider. Each check asks the provider; none writes to a contact, changes a
 * setting or knows a database.
 */
export type ChannelChecks = (means: CheckMeans) => Check[];
