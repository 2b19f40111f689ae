import type { TokenSource } from '../../../src/oauth/tokens.ts';

/** The access tokens of a channel that is not connected at a provider. */
export const NO_TOKENS: TokenSource = {
  current: async () => ({ is: 'reauthorize', reason: 'it is not connected at its provider' }),
  refuse: async () => {},
};
