import type { Attributes, Json } from '../entities/columns.ts';
import { mapUrl } from '../wire/message-blocks.ts';
import type { OutgoingMessage } from './transport.ts';

/** A place that somebody shares; '' = it has no name or address. */
export type SharedLocation = { latitude: number; longitude: number; name: string; address: string };

/** Somebody whose card is shared; '' = unknown. */
export type SharedContact = {
  firstName: string;
  lastName: string;
  phoneNumbers: readonly string[];
  emails: readonly string[];
};

/** A message's text for people, and its attributes for programs. */
type Shown = { content: string; contentAttributes: Attributes };

/** More than anybody shares at once. */
const MOST = 15;
const TEXT_LENGTH = 255;

/** A place as its name and a link to a map, and in the attribute `location`. */
export function showLocation(location: SharedLocation): Shown {
  const { latitude, longitude, name, address } = location;
  const attributes = { coordinates_lat: latitude, coordinates_long: longitude, name, address };
  return { content: locationText(location), contentAttributes: { location: attributes } };
}

/** Cards as their names and numbers, and in the attribute `contacts`. */
export function showContacts(contacts: readonly SharedContact[]): Shown {
  return { content: contactsText(contacts), contentAttributes: { contacts: contacts.map(attributesOf) } };
}

function attributesOf({ firstName, lastName, phoneNumbers, emails }: SharedContact): Attributes {
  return {
    first_name: firstName,
    last_name: lastName,
    phone_numbers: [...phoneNumbers],
    emails: [...emails],
  };
}

const locationText = ({ latitude, longitude, name, address }: SharedLocation) =>
  [name, address, mapUrl(latitude, longitude)].filter((line) => line !== '').join('\n');

const contactsText = (contacts: readonly SharedContact[]) => contacts.map(lineOf).join('\n');

function lineOf(contact: SharedContact): string {
  const addresses = [...contact.phoneNumbers, ...contact.emails].join(', ');
  return [nameOf(contact), addresses].filter((part) => part !== '').join(': ');
}

/** '' = it has none. */
export const nameOf = ({ firstName, lastName }: SharedContact) =>
  [firstName, lastName].filter((part) => part !== '').join(' ');

/** The place in the attribute `location` of a message; null = there is none, or it has another form. */
export function locationIn({ location }: Attributes): SharedLocation | null {
  if (!isObject(location)) return null;
  const { coordinates_lat: latitude, coordinates_long: longitude, name, address } = location;
  if (!isWithin(latitude, 90) || !isWithin(longitude, 180)) return null;
  return { latitude, longitude, name: textOf(name), address: textOf(address) };
}

/** The cards in the attribute `contacts` of a message; what has another form is none. */
export function contactsIn({ contacts }: Attributes): SharedContact[] {
  const cards = Array.isArray(contacts) ? contacts.filter(isObject).slice(0, MOST) : [];
  return cards
    .map((card) => ({
      firstName: textOf(card['first_name']),
      lastName: textOf(card['last_name']),
      phoneNumbers: textsOf(card['phone_numbers']),
      emails: textsOf(card['emails']),
    }))
    .filter((card) => lineOf(card) !== '');
}

/** The message with what it shares in its text, for providers that take nothing but text. */
export function withSharedAsText<M extends Pick<OutgoingMessage, 'content' | 'contentAttributes'>>(message: M): M {
  const location = locationIn(message.contentAttributes);
  const lines = [
    message.content ?? '',
    location ? locationText(location) : '',
    contactsText(contactsIn(message.contentAttributes)),
  ].filter((line) => line !== '');
  return { ...message, content: lines.join('\n') || null };
}

const isWithin = (value: Json | undefined, most: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= most;

const textOf = (value: Json | undefined) =>
  typeof value === 'string' ? value.trim().slice(0, TEXT_LENGTH).toWellFormed() : '';

const textsOf = (value: Json | undefined) =>
  (Array.isArray(value) ? value : [])
    .map(textOf)
    .filter((text) => text !== '')
    .slice(0, MOST);

function isObject(value: Json | undefined): value is Attributes {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
