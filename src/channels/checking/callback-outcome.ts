import { failed, ok, type Outcome } from '../../checks.ts';

/** Compares the address that the provider has with that of the inbox; '' = it has none. `advice` says how to change it. */
export function callbackOutcome(provider: string, told: string, callbackUrl: string, advice: string): Outcome {
  if (told === callbackUrl) return ok(`${provider} tells ${callbackUrl} what it receives`);
  const what =
    told === '' ? `${provider} has no address for what it receives` : `${provider} tells ${told} what it receives`;
  return failed(`${what}, not ${callbackUrl}`, advice);
}

/** How an inbox whose provider is told its address is told it again. */
export const SAVE_AGAIN = 'save the channel of the inbox once more with PATCH, which tells the address again';
