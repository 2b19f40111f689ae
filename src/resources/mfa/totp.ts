import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { SECOND } from '../../time.ts';
import { base32 } from './base32.ts';

/** RFC 6238 with SHA-1, the only variant that every authenticator supports. */
const STEP_MS = 30 * SECOND;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** By how many steps of time the clock of the app may differ. */
const DRIFT = 1;
/** The name of the service in the authenticator. */
const ISSUER = 'Parley';

/** A new secret for an app, as random bytes. */
export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** The secret for an authenticator, as text for typing, and as the address for a QR code. */
export function toldToApp(secret: Buffer, email: string): { text: string; url: string } {
  const text = base32(secret);
  const query = new URLSearchParams({ secret: text, issuer: ISSUER });
  return { text, url: `otpauth://totp/${ISSUER}:${encodeURIComponent(email)}?${query.toString()}` };
}

/** The time step near `now`, after `lastStep`, with this code; null = the code is wrong or used. */
export function stepOf(secret: Buffer, code: string, now: Date, lastStep: number): number | null {
  const current = Math.floor(now.getTime() / STEP_MS);
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => current - DRIFT + index);
  // All steps are compared, so that the duration reveals nothing.
  const right = steps.filter((step) => isSame(codeAt(secret, step), code));
  return right.find((step) => step > lastStep) ?? null;
}

/** RFC 4226, section 5.3. */
function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
