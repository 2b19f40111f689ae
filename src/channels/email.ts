import type { Attributes } from '../entities/columns.ts';
import { email as emailAddress, text } from '../fields.ts';
import { flag, nullable, text as textShape } from '../wire/shape.ts';
import { invalidField } from '../errors.ts';
import type { Channel, ChannelState } from './channel.ts';
import { checkHost } from './check-host.ts';
import { GOOD_LOGIN, loginShown, showLogin } from './login.ts';
import { checkTokenServers, usesToken } from './mail-providers.ts';
import { mailServerParameters, mailServersShape, NO_MAIL_SERVERS, showMailServers } from './mail-servers.ts';
import { isAnswerAddress, isOperatorsAddress } from './email/answer-addresses.ts';
import { firstGiven, isSet, latest, requireSet } from './parameters.ts';
import { byEmail } from './source-ids.ts';

const PASSWORDS = ['imap_password', 'smtp_password'] as const;
const PROVIDER_LENGTH = 50;

/** A mailbox of the account: mail is fetched by IMAP, answers are sent by SMTP. */
export const email: Channel = {
  type: 'email',
  external: true,
  parameters: {
    email: emailAddress().required("can't be blank"),
    provider: text(PROVIDER_LENGTH).nullable(),
    ...mailServerParameters,
  },
  initial: {
    settings: { email: null, provider: null, ...NO_MAIL_SERVERS, ...GOOD_LOGIN },
    webhookUrl: null,
    replyWindowHours: null,
    address: null,
  },
  addressParameter: 'email',
  newSecrets: {},

  change(before, given) {
    const settings: Attributes = { ...before.settings, ...settingsIn(given) };
    const after = { ...before, settings, address: settings['email'] as string, secrets: passwordsOf(before, given) };
    const all = { ...settings, ...after.secrets };
    if (settings['imap_enabled']) {
      const passwords = usesToken(settings, 'imap') ? [] : ['imap_password'];
      requireSet(all, ['imap_address', 'imap_login', ...passwords], 'when imap_enabled is true');
    }
    if (settings['smtp_enabled']) requireSet(all, ['smtp_address'], 'when smtp_enabled is true');
    checkTokenServers(settings);
    // With another login, it may work again.
    const isGiven = (kind: 'imap' | 'smtp') =>
      !usesToken(settings, kind) && Object.keys(given).some((name) => name.startsWith(`${kind}_`));
    if (isGiven('imap') || isGiven('smtp')) Object.assign(settings, GOOD_LOGIN);
    if (isGiven('imap')) settings['imap_error'] = null;
    if (isGiven('smtp')) settings['smtp_error'] = null;
    return after;
  },

  check(given, { allowedNetworks, mail }) {
    if (isAnswerAddress(String(given['email'] ?? ''), mail.inboundDomain)) {
      throw invalidField('channel.email', `must not begin with "reply": answers to conversations go to such addresses`);
    }
    if (isOperatorsAddress(String(given['email'] ?? ''), mail.inboundDomain)) {
      throw invalidField(
        'channel.email',
        `must be another one: mails to it are for the operator of ${mail.inboundDomain}`,
      );
    }
    for (const name of ['imap_address', 'smtp_address']) {
      if (isSet(given[name])) checkHost(`channel.${name}`, String(given[name]), allowedNetworks);
    }
  },

  show: ({ settings }) => ({
    email: settings['email'] ?? null,
    provider: settings['provider'] ?? null,
    // Mail is fetched by IMAP only: there is no address to forward it to.
    forwarding_enabled: false,
    forward_to_email: null,
    ...showLogin(settings),
  }),
  showSecrets: ({ settings }, secrets) => ({
    ...showMailServers(settings, secrets),
    imap_error: settings['imap_error'] ?? null,
    smtp_error: settings['smtp_error'] ?? null,
  }),
  shown: {
    email: nullable(textShape),
    forwarding_enabled: flag,
    forward_to_email: nullable(textShape),
    // Whether mail servers no longer let this one in, until an administrator connects the inbox again, or changes its login.
    ...loginShown,
  },
  // Why reading the mailbox or sending mails fails; null = no known problem.
  shownSecrets: { ...mailServersShape, imap_error: nullable(textShape), smtp_error: nullable(textShape) },

  obstacle: ({ settings }, _, canMail) =>
    settings['smtp_enabled'] || canMail
      ? null
      : 'the inbox has no SMTP server: set smtp_enabled, smtp_address and the login, or mail.smtp_url of the installation',
  sourceIds: () => byEmail,
};

/** The parameters of a request under the names that are stored; null, blank and 0 stand for the defaults. */
function settingsIn(given: Attributes): Attributes {
  const settings: Attributes = {};
  for (const name of ['email', 'provider', ...Object.keys(NO_MAIL_SERVERS)]) {
    const value = firstGiven(given, name, name.replace('_login', '_email'));
    if (value !== undefined) settings[name] = isSet(value) && value !== 0 ? value : (NO_MAIL_SERVERS[name] ?? null);
  }
  return settings;
}

function passwordsOf(before: ChannelState, given: Attributes): Attributes {
  return Object.fromEntries(PASSWORDS.map((name) => [name, latest(given[name], before.secrets[name]) || null]));
}
