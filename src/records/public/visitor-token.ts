import { timingSafeEqual } from 'node:crypto';
import { number, object, string } from 'yup';
import type { Vault } from '../../db/vault.ts';
import { DAY, SECOND } from '../../time.ts';

/** The holder of a token: a contact in a website inbox. */
export type TokenHolder = { sourceId: string; inboxId: number };

const PURPOSE = 'widget';
const GOOD_FOR_MS = 180 * DAY;
const LONGEST = 2000;
const HEADER = base64({ typ: 'JWT', alg: 'HS256' });

const payloadSchema = object({
  source_id: string().strict().required(),
  inbox_id: number().strict().integer().required(),
  exp: number().strict().required(),
});

/** The token by which a visitor of a website is known for 180 days: a JWT (RFC 7519), signed with HS256. */
export function visitorToken(vault: Vault, { sourceId, inboxId }: TokenHolder, now: Date): string {
  const seconds = Math.floor(now.getTime() / SECOND);
  const payload = { source_id: sourceId, inbox_id: inboxId, iat: seconds, exp: seconds + GOOD_FOR_MS / SECOND };
  const signed = `${HEADER}.${base64(payload)}`;
  return `${signed}.${vault.sign(PURPOSE, signed).toString('base64url')}`;
}

/** Who the token is for; null when this installation did not make it, or it is no longer good at `now`. */
export function readVisitorToken(vault: Vault, token: string, now: Date): TokenHolder | null {
  const [header, payload, signature = '', ...others] = token.split('.');
  if (token.length > LONGEST || header !== HEADER || payload === undefined || others.length > 0) return null;
  const expected = vault.sign(PURPOSE, `${header}.${payload}`);
  const actual = Buffer.from(signature, 'base64url');
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
  const values = payloadSchema.validateSync(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  if (values.exp * SECOND <= now.getTime()) return null;
  return { sourceId: values.source_id, inboxId: values.inbox_id };
}

function base64(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
