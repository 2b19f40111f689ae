import type { Attributes } from '../../entities/columns.ts';
import { contactsIn, locationIn, nameOf, type SharedContact, type SharedLocation } from '../shared-things.ts';

/** The request fields for a shared location and contact cards; a single request has all cards. */
export function sharedFields(contentAttributes: Attributes): Attributes[] {
  const place = locationIn(contentAttributes);
  const contacts = contactsIn(contentAttributes);
  return [
    ...(place ? [{ type: 'location', location: placeOf(place) }] : []),
    ...(contacts.length > 0 ? [{ type: 'contacts', contacts: contacts.map(cardOf) }] : []),
  ];
}

function placeOf({ latitude, longitude, name, address }: SharedLocation): Attributes {
  return { latitude, longitude, ...(name !== '' && { name }), ...(address !== '' && { address }) };
}

function cardOf(contact: SharedContact): Attributes {
  const { firstName, lastName, phoneNumbers, emails } = contact;
  // WhatsApp requires a part of the name besides the whole name.
  const whole = nameOf(contact) || phoneNumbers[0] || emails[0] || '';
  return {
    name: {
      formatted_name: whole,
      first_name: firstName || whole,
      ...(lastName !== '' && { last_name: lastName }),
    },
    phones: phoneNumbers.map((phone) => ({ phone, type: 'CELL' })),
    emails: emails.map((email) => ({ email, type: 'WORK' })),
  };
}
