import type { Check } from '../../checks.ts';
import type { Means } from '../transport.ts';

/** What a channel is checked with. */
export type CheckMeans = Omit<Means, 'key'> & {
  /** The address for the provider's callbacks. */
  callbackUrl: string;
  now: Date;
};

/**
 * The checks of a channel at its provider. Checks only ask the provider: they never write to a contact, change a setting
 * or use the database.
 */
export type ChannelChecks = (means: CheckMeans) => Check[];
