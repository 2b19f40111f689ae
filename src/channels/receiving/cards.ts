import type { Attributes } from '../../entities/columns.ts';
import type { ReceivedMessage } from './receiver.ts';

/** A place that a contact shares; '' = it has no name or address. */
export type SharedLocation = { latitude: number; longitude: number; name: string; address: string };

/** Somebody whose card a contact shares; '' = unknown. */
export type SharedContact = {
  firstName: string;
  lastName: string;
  phoneNumbers: readonly string[];
  emails: readonly string[];
};

/** What is read of a message, and what programs read. */
type Shown = Pick<ReceivedMessage, 'content' | 'contentAttributes'>;

/** A place as its name and a link to a map, and in the attribute `location`. */
export function showLocation({ latitude, longitude, name, address }: SharedLocation): Shown {
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  const content = [name, address, map].filter((line) => line !== '').join('\n');
  const location = { coordinates_lat: latitude, coordinates_long: longitude, name, address };
  return { content, contentAttributes: { location } };
}

/** Cards as their names and numbers, and in the attribute `contacts`. */
export function showContacts(contacts: readonly SharedContact[]): Shown {
  const content = contacts.map(lineOf).join('\n');
  return { content, contentAttributes: { contacts: contacts.map(attributesOf) } };
}

function lineOf({ firstName, lastName, phoneNumbers, emails }: SharedContact): string {
  const name = [firstName, lastName].filter((part) => part !== '').join(' ');
  const addresses = [...phoneNumbers, ...emails].join(', ');
  return [name, addresses].filter((part) => part !== '').join(': ');
}

function attributesOf({ firstName, lastName, phoneNumbers, emails }: SharedContact): Attributes {
  return {
    first_name: firstName,
    last_name: lastName,
    phone_numbers: [...phoneNumbers],
    emails: [...emails],
  };
}
