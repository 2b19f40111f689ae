import { contactsIn, locationIn, nameOf, type SharedLocation } from '../shared-things.ts';
import type { OutgoingMessage, Part } from '../transport.ts';
import { sendBy, target } from './request.ts';

const NAME_LENGTH = 64;

/** A place, with a name where Telegram has an address beside it, and a card for each number. */
export function sharedParts(message: OutgoingMessage): Part[] {
  const place = locationIn(message.contentAttributes);
  const cards = contactsIn(message.contentAttributes).flatMap((contact) =>
    contact.phoneNumbers.map((phoneNumber) => ({ contact, phoneNumber })),
  );
  return [
    ...(place ? [placePart(message, place)] : []),
    ...cards.map(({ contact, phoneNumber }): Part => {
      const fields = { first_name: (nameOf(contact) || phoneNumber).slice(0, NAME_LENGTH), phone_number: phoneNumber };
      return (means) => sendBy(means, 'sendContact', { json: { ...target(message), ...fields } });
    }),
  ];
}

function placePart(message: OutgoingMessage, { latitude, longitude, name, address }: SharedLocation): Part {
  const fields = { ...target(message), latitude, longitude };
  const isVenue = name !== '' || address !== '';
  const venue = { title: name || address, address: address || name };
  return (means) =>
    isVenue
      ? sendBy(means, 'sendVenue', { json: { ...fields, ...venue } })
      : sendBy(means, 'sendLocation', { json: fields });
}
