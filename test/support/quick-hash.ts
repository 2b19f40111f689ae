import { randomBytes, scryptSync } from 'node:crypto';

/** The lowest cost that scrypt accepts. */
const COST = 2;

/**
 * The hash of a password as `hashPassword` makes it, but at the lowest cost, so that comparing with it takes hardly any
 * time. The hash contains its cost.
 */
export function quickHash(password: string): string {
  const salt = randomBytes(16);
  const hash = scryptSync(password, salt, 32, { N: COST });
  return `scrypt$${COST}$${salt.toString('base64')}$${hash.toString('base64')}`;
}
