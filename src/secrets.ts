import { createHmac, hash as hashOf, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/**
 * Replaces secrets in answers, such as passwords from outside. Sending the mask back with other settings leaves the secret
 * unchanged.
 */
export const MASK = '********';

const TOKEN_BYTES = 24;
const SECRET_BYTES = 32;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** scrypt with 32 MiB and about 80 ms a password. */
const COST = 2 ** 15;
const MAX_MEMORY = 64 * 1024 * 1024;

/** Passwords that are hashed at the same time. Node's four threads also read and write all files. */
const AT_ONCE = 2;

const deriveNow = promisify<string, Buffer, number, { N: number; maxmem: number }, Buffer>(scrypt);

/** A new access token: 32 random characters. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** A new secret of 256 bits: 43 random characters. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** SHA-256 in hex: what is stored of a token. */
export function digest(text: string): string {
  return hashOf('sha256', text);
}

/**
 * A user's token for the socket. It is bound to the credential with this name ("session 7", "token 5"), and ends with the
 * credential; USER_ITSELF binds it to the user alone. `secret` is the user's `pubsubSecret`.
 */
export function pubsubToken(secret: string, credential: string): string {
  return createHmac('sha256', secret).update(credential).digest('base64url');
}

/** In the place of a credential's name: the token of the user, whatever credentials they have. */
export const USER_ITSELF = 'user';

/** Whether `digest` of the text is `expected`; the time says nothing of where they differ. */
export function hasDigest(text: string, expected: string): boolean {
  const actual = digest(text);
  return actual.length === expected.length && timingSafeEqual(Buffer.from(actual), Buffer.from(expected));
}

/** A new signing secret in the form of Standard Webhooks 1.0: "whsec_" and 32 bytes in base64. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** The stored form of a password: "scrypt$<cost>$<salt>$<hash>". */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, HASH_BYTES, { N: COST, maxmem: MAX_MEMORY });
  return `scrypt$${COST}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

/** A hash that matches no password, and takes as long to compare as any other. */
const NO_PASSWORD = `scrypt$${COST}$${'A'.repeat(22)}==$${'A'.repeat(43)}=`;

/**
 * Whether `stored`, a result of `hashPassword`, is the hash of `password`. For null the result is false after the same time, so
 * that the duration does not reveal whether a user exists.
 */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const [, cost, salt, hash] = (stored ?? NO_PASSWORD).split('$');
  if (!cost || !salt || !hash) return false;
  const expected = Buffer.from(hash, 'base64');
  const actual = await derive(password, Buffer.from(salt, 'base64'), expected.length, {
    N: Number(cost),
    maxmem: MAX_MEMORY,
  });
  return timingSafeEqual(actual, expected) && stored !== null;
}

const waiting: (() => void)[] = [];
let underWay = 0;

/**
 * As `deriveNow`, for a limited number of passwords at the same time, so that files can be read and written meanwhile.
 */
async function derive(...args: Parameters<typeof deriveNow>): Promise<Buffer> {
  if (underWay < AT_ONCE) underWay += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await deriveNow(...args);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else underWay -= 1;
  }
}
