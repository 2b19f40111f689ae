import { randomBytes, scryptSync } from 'node:crypto';

/** The least that scrypt takes. */
const COST = 2;

/**
 * What is stored of a password, as `hashPassword` makes it but with the least work, so that comparing with it takes no
 * time. The hash says what work it took.
 */
export function quickHash(password: string): string {
  const salt = randomBytes(16);
  const hash = scryptSync(password, salt, 32, { N: COST });
  return `scrypt$${COST}$${salt.toString('base64')}$${hash.toString('base64')}`;
}
