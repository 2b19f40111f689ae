import { invalid } from '../errors.ts';
import { EMAIL } from '../fields/email.ts';
import type { SourceIds } from './channel.ts';
import { addressOf, WHATSAPP } from './sms/twilio-addresses.ts';
import { USER_ID } from './whatsapp/user-ids.ts';

/** As contacts have it. */
export const PHONE_NUMBER = /^\+\d{1,15}$/;
const DIGITS = /^\d{1,15}$/;

/** Generated source ids; a request may give any other. */
export const generatedIds: SourceIds = { of: () => null, problem: () => null, areAddresses: false };

/** Source ids that the provider assigns: a contact has one only after it wrote, or when the request gives it. */
export const assignedIds: SourceIds = {
  of() {
    throw missing('source_id', 'contacts of this inbox are known by the name that they have there');
  },
  problem: () => null,
  areAddresses: false,
};

/** The contact's e-mail address as the source id. */
export const byEmail: SourceIds = {
  of: ({ email }) => email ?? refuse('contact email', 'contacts of this inbox are reached by e-mail'),
  problem: (sourceId) => (EMAIL.test(sourceId) ? null : 'must be an e-mail address'),
  areAddresses: true,
};

/** The contact's phone number as the source id, with its plus sign. */
export const byPhoneNumber: SourceIds = {
  of: ({ phoneNumber }) => phoneNumber ?? refuse('contact phone number', 'contacts of this inbox are reached by phone'),
  problem: (sourceId) => (PHONE_NUMBER.test(sourceId) ? null : 'must be a phone number: + and up to 15 digits'),
  areAddresses: true,
};

/** The contact's phone number as Twilio has it for WhatsApp, or the id of a user without a number. */
export const byTwilioWhatsapp: SourceIds = {
  of: (contact) => addressOf('whatsapp', byPhoneNumber.of(contact) ?? ''),
  problem: (sourceId) => {
    const own = sourceId.startsWith(WHATSAPP) ? sourceId.slice(WHATSAPP.length) : '';
    return PHONE_NUMBER.test(own) || USER_ID.test(own)
      ? null
      : `must be ${WHATSAPP} with a phone number behind it, or the id of a WhatsApp user`;
  },
  areAddresses: true,
};

/** The contact's phone number as the source id, without its plus sign, or the id of a user without a number. */
export const byWhatsappId: SourceIds = {
  of: (contact) => byPhoneNumber.of(contact)?.slice(1) ?? null,
  problem: (sourceId) =>
    DIGITS.test(sourceId) || USER_ID.test(sourceId)
      ? null
      : 'must be a phone number without its plus sign, up to 15 digits, or the id of a WhatsApp user',
  areAddresses: true,
};

function refuse(what: string, why: string): never {
  throw missing(what, why);
}

function missing(what: string, why: string) {
  return invalid('Validation failed', `${what} is missing: ${why}`, [what.replace(/^contact /, '').replace(' ', '_')]);
}
