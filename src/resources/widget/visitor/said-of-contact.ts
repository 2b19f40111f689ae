import type { Attributes } from '../../../entities/columns.ts';
import { filled } from '../../contacts/contact-input.ts';
import type { Said } from '../../contacts/public/write-said.ts';

/** The values of a contact in requests, with the API's names. */
type Given = {
  name?: string | null | undefined;
  email?: string | null | undefined;
  phone_number?: string | null | undefined;
  identifier?: string | null | undefined;
  avatar_url?: string | null | undefined;
  custom_attributes?: Attributes | null | undefined;
  additional_attributes?: Attributes | null | undefined;
};

/** What a visitor says of themselves; what is null or blank is not said. */
export function saidOfContact(given: Given): Said {
  return {
    name: filled(given.name) ?? undefined,
    email: given.email ?? null,
    phoneNumber: given.phone_number ?? null,
    identifier: filled(given.identifier) ?? null,
    avatarUrl: filled(given.avatar_url) ?? null,
    customAttributes: given.custom_attributes ?? {},
    additionalAttributes: given.additional_attributes ?? {},
  };
}

/** The values of the pre-chat form; without a name, the first part of the e-mail address is the name. */
export function saidInForm(given: Pick<Given, 'name' | 'email' | 'phone_number' | 'custom_attributes'>): Said {
  return saidOfContact({ ...given, name: filled(given.name) ?? given.email?.split('@')[0] });
}
