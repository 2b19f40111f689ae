import { failed, type Outcome } from '../../checks.ts';
import { AppError } from '../../errors.ts';

const LATER = 'see whether this machine reaches the provider, and whether the provider has a disturbance';

/** What `ask` finds at a provider; where the provider refuses, that fails with `advice`. */
export async function afterAsking(ask: () => Promise<Outcome>, advice: string): Promise<Outcome> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return failed(error.detail ?? error.message, error.code === 'unavailable' ? LATER : advice);
  }
}

/** Asks at the first call, and gives the same answer to every other, so that several checks can read it. */
export function askOnce<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => (asked ??= ask());
}
