import type { Attributes } from '../../entities/columns.ts';
import { EMAIL } from '../../fields/email.ts';
import { storable } from '../../fields/storable.ts';
import { invalid } from '../../errors.ts';
import { SECOND } from '../../time.ts';

/** The mailbox of somebody who has consented. */
export type Mailbox = {
  email: string;
  /** The user name for the mail servers. */
  login: string;
  /** The person's name; null = the provider does not say. */
  name: string | null;
};

const MOST_CHARACTERS = 255;

/**
 * The mailbox that the `id_token` of the provider's answer names. It needs no check of its signature: it comes from the
 * provider itself, over TLS (OpenID Connect Core 1.0, section 3.1.3.7).
 * @throws AppError `invalid` when it names none, or is not for this installation
 */
export function mailboxIn(answer: Attributes, clientId: string, now: Date): Mailbox {
  const claims = claimsIn(answer['id_token']);
  const { aud, exp, email_verified: isVerified } = claims;
  const audience = aud === undefined ? [clientId] : [aud].flat();
  if (!audience.includes(clientId)) throw refused('its answer is for another application');
  if (typeof exp === 'number' && exp * SECOND <= now.getTime()) throw refused('its answer has expired');
  if (isVerified === false || isVerified === 'false') throw refused('the address has not been verified there');

  const [given, user] = [claims['email'], claims['preferred_username']].map(addressIn);
  const email = given ?? user;
  if (!email) throw refused('it does not say which mailbox it is; the application needs the scopes email and openid');
  const name = typeof claims['name'] === 'string' ? storable(claims['name'].trim(), MOST_CHARACTERS) : '';
  return { email: email.toLowerCase(), login: user ?? email, name: name || null };
}

function claimsIn(token: unknown): Attributes {
  try {
    const [, body = ''] = String(token).split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as unknown;
    return typeof claims === 'object' && claims !== null && !Array.isArray(claims) ? (claims as Attributes) : {};
  } catch {
    return {};
  }
}

function addressIn(claim: unknown): string | null {
  return typeof claim === 'string' && claim.length <= MOST_CHARACTERS && EMAIL.test(claim) ? claim : null;
}

function refused(why: string) {
  return invalid('Authorization failed', `the provider has let you in, but ${why}`);
}
