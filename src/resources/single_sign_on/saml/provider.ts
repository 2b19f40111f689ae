import type { Profile, SAML } from '@node-saml/node-saml';
import type { Role } from '../../../entities/account-user.ts';
import { AppError } from '../../../errors.ts';
import { EMAIL } from '../../../fields/email.ts';
import { storable } from '../../../fields/storable.ts';
import { MINUTE } from '../../../time.ts';
import type { SamlSettings } from '../../saml_settings/queries.ts';
import { addressIn } from '../address-in.ts';
import { refusedSignIn } from '../refused-sign-in.ts';
import { acsUrl, spEntityId } from '../../saml_settings/addresses.ts';
import { checkConfirmation } from './check-confirmation.ts';

/** How much the clock of a provider may differ, and how old an assertion may be. */
const SKEW_MS = MINUTE;
const OLDEST_MS = 10 * MINUTE;

const NAME_LENGTH = 255;
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
/** The attributes of providers for each value, in order of preference. */
const EMAILS = ['email', 'mail', 'emailaddress', `${CLAIMS}/emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3'];
const NAMES = ['displayName', 'name', `${CLAIMS}/name`, 'cn', 'urn:oid:2.16.840.1.113730.3.1.241', 'urn:oid:2.5.4.3'];
const GROUPS = [
  'groups',
  'Groups',
  'memberOf',
  'http://schemas.xmlsoap.org/claims/Group',
  'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
];

/** A person as described by an account's provider. */
export type SamlPerson = {
  accountId: number;
  email: string;
  name: string;
  /** What they become as a new member. */
  role: Role;
};

/** Where the browser is sent to sign in. `request` comes back with the answer. */
export async function samlAddress(settings: SamlSettings, publicUrl: string, request: string): Promise<string> {
  const saml = await providerOf(settings, publicUrl, request);
  return saml.getAuthorizeUrlAsync('', undefined, {});
}

/**
 * The person in the answer `xml` to `request`.
 * @throws AppError `unauthorized` when the answer is not signed by the provider, too old, or for another server, account or
 *   request
 */
export async function personIn(
  settings: SamlSettings,
  publicUrl: string,
  { xml, request }: { xml: string; request: string },
  now: Date,
): Promise<SamlPerson> {
  const saml = await providerOf(settings, publicUrl, request);
  const profile = await verified(saml, xml);
  if (profile.issuer !== settings.idpEntityId) throw refusedSignIn(`${profile.issuer} is not the provider`);
  checkConfirmation(profile.getAssertion?.(), { request, acs: acsUrl(publicUrl), until: now.getTime() - SKEW_MS });
  return personOf(settings, profile);
}

/** Only the signed part of the answer. @throws AppError `unauthorized` */
async function verified(saml: SAML, xml: string): Promise<Profile> {
  try {
    const SAMLResponse = Buffer.from(xml).toString('base64');
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse });
    if (profile) return profile;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refusedSignIn((error as Error).message);
  }
  throw refusedSignIn('the answer has no assertion');
}

function personOf({ accountId, roleMappings }: SamlSettings, profile: Profile): SamlPerson {
  const attributes = (profile['attributes'] ?? {}) as Record<string, unknown>;
  const first = (names: readonly string[]) =>
    names.map((name) => attributes[name]).find((value) => typeof value === 'string' && value.trim() !== '') as
      | string
      | undefined;
  const email = [profile.nameID, first(EMAILS)].map(addressIn).find(isEmail);
  if (!email) throw refusedSignIn('the provider gave no e-mail address');
  const groups = GROUPS.flatMap((name) => attributes[name] ?? []).filter((group) => typeof group === 'string');
  const isAdministrator = groups.some((group) => roleIn(roleMappings, group) === 'administrator');
  return {
    accountId,
    email,
    name: storable(first(NAMES)?.trim() ?? email.replace(/@.*/, ''), NAME_LENGTH),
    role: isAdministrator ? 'administrator' : 'agent',
  };
}

const isEmail = (text: string | null) => text !== null && EMAIL.test(text) && text.length <= NAME_LENGTH;

/** Groups may be named like what each object has. */
const roleIn = (mappings: SamlSettings['roleMappings'], group: string) =>
  Object.hasOwn(mappings, group) ? mappings[group]?.role : undefined;

/** The library is loaded when somebody signs in with it for the first time. */
async function providerOf(settings: SamlSettings, publicUrl: string, request: string): Promise<SAML> {
  const { SAML: Provider, ValidateInResponseTo } = await import('@node-saml/node-saml');
  const account = spEntityId(publicUrl, settings.accountId);
  return new Provider({
    idpCert: settings.certificate,
    entryPoint: settings.ssoUrl,
    issuer: account,
    audience: account,
    callbackUrl: acsUrl(publicUrl),
    identifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    disableRequestedAuthnContext: true,
    // The assertion is signed, or else the answer as a whole; the library takes nothing that is not.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: SKEW_MS,
    maxAssertionAgeMs: OLDEST_MS,
    // This server checks the request of an answer itself, because the library remembers requests only in this process.
    validateInResponseTo: ValidateInResponseTo.never,
    generateUniqueId: () => request,
  });
}
