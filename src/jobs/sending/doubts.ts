import type { Transport } from '../../channels/transport.ts';
import type { Begun } from '../../conversations/sending/begin-sending.ts';

/** Why nobody knows whether the next part arrived, which cannot be found out by repeating it; null = it can, or it did not. */
export function doubtAbout(
  { begunAt }: Begun,
  { isRepeatable, keyLifetimeMs, provider }: Transport,
  now: Date,
): string | null {
  if (begunAt === null) return null;
  if (!isRepeatable) return 'the server ended while it sent the message';
  const age = now.getTime() - begunAt.getTime();
  return keyLifetimeMs !== undefined && age >= keyLifetimeMs ? `${provider} knows repetitions no longer` : null;
}

/** The error of a part with an unknown outcome. */
export const unknown = ({ provider }: Transport) =>
  `it is not known whether ${provider} took the message, and another attempt may send it twice`;
