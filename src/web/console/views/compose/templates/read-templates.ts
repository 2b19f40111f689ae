import type { Inbox } from '../../../sync/start.ts';
import { TWILIO } from './has-templates.ts';

/** A place of a template for a value. */
export type Place = {
  /** Names it among the places of the template. */
  id: string;
  in: 'header' | 'body' | 'button' | 'file';
  /** As the template names it: a number, or a word. */
  name: string;
  /** Of a button, its words. */
  button: string;
};

/** A message that the provider has approved, which can be sent at any time. */
export type Template = {
  id: string;
  name: string;
  language: string;
  category: string;
  header: string;
  body: string;
  footer: string;
  /** The words of each. */
  buttons: readonly string[];
  places: readonly Place[];
  /** Whether all of its values are texts. */
  isSendable: boolean;
  /** What the API calls `template_params`, with the values by the ids of their places. */
  paramsWith: (values: ReadonlyMap<string, string>) => object;
};

type Part = Record<string, unknown>;

const PLACE = /\{\{\s*(\w+)\s*\}\}/g;
const FILES = ['image', 'video', 'document'];
const SENDABLE_PARTS = ['header', 'body', 'footer', 'buttons'];
/** Kinds of buttons whose value is a text, or which have none. */
const SENDABLE_BUTTONS = ['url', 'otp', 'quick_reply', 'phone_number', 'copy_code'];

/** The approved templates of the inbox, by name. */
export function templatesOf(inbox: Inbox): Template[] {
  const isTwilio = inbox.channel_type === TWILIO;
  const given = isTwilio ? inbox.content_templates?.templates : inbox.message_templates;
  const approved = objectsIn(given).filter((one) => textIn(one, 'status').toLowerCase() === 'approved');
  const read = approved.map(isTwilio ? ofTwilio : ofWhatsapp);
  return read.toSorted((a, b) => a.name.localeCompare(b.name) || a.language.localeCompare(b.language));
}

/** The text with its values; a place without one stays as it is. */
export function filled(text: string, where: Place['in'], values: ReadonlyMap<string, string>): string {
  return text.replaceAll(PLACE, (place: string, name: string) => values.get(idOf(where, name)) || place);
}

function ofWhatsapp(template: Part): Template {
  const parts = objectsIn(template['components']);
  const part = (type: string) => parts.find((one) => kindOf(one) === type) ?? {};
  const [header, body] = [part('header'), textIn(part('body'), 'text')];
  const buttons = objectsIn(part('buttons')['buttons']);
  const format = textIn(header, 'format').toLowerCase();
  const isFile = FILES.includes(format);
  const [name, language, category] = headOf(template, 'name');
  const places: Place[] = [
    ...(isFile ? [{ id: 'file', in: 'file' as const, name: format, button: '' }] : []),
    ...placesIn(textIn(header, 'text'), 'header'),
    ...placesIn(body, 'body'),
    ...buttons.flatMap(placeOfButton),
  ];
  return {
    id: `${name} ${language}`,
    name,
    language,
    category,
    header: textIn(header, 'text'),
    body,
    footer: textIn(part('footer'), 'text'),
    buttons: buttons.map((button) => textIn(button, 'text')),
    places,
    isSendable:
      parts.every((one) => SENDABLE_PARTS.includes(kindOf(one))) &&
      (isFile || ['', 'text'].includes(format)) &&
      buttons.every((button) => SENDABLE_BUTTONS.includes(kindOf(button))),
    paramsWith(values) {
      const valueOf = (id: string) => values.get(id) ?? '';
      const valuesIn = (where: Place['in']) => {
        const there = places.filter((place) => place.in === where);
        return Object.fromEntries(there.map(({ id, name: place }) => [place, valueOf(id)]));
      };
      const sent = buttons.map((button, at) => {
        const place = placeOfButton(button, at)[0];
        return place ? { type: kindOf(button), parameter: valueOf(place.id) } : {};
      });
      const ofHeader = isFile ? { media_url: valueOf('file'), media_type: format } : valuesIn('header');
      return {
        name,
        language,
        category,
        processed_params: { header: ofHeader, body: valuesIn('body'), buttons: sent },
      };
    },
  };
}

function ofTwilio(template: Part): Template {
  const body = textIn(template, 'body');
  const [name, language, category] = headOf(template, 'friendly_name');
  const places = placesIn(body, 'body');
  // Places of other parts have an example as well.
  const variables = Object.keys(Object(template['variables']));
  return {
    id: `${name} ${language}`,
    name,
    language,
    category,
    header: '',
    body,
    footer: '',
    buttons: [],
    places,
    isSendable: body !== '' && variables.every((one) => places.some((place) => place.name === one)),
    paramsWith: (values) => ({
      name,
      language,
      content_sid: textIn(template, 'content_sid'),
      processed_params: Object.fromEntries(places.map(({ id, name: place }) => [place, values.get(id) ?? ''])),
    }),
  };
}

const headOf = (template: Part, name: string) =>
  [textIn(template, name), textIn(template, 'language'), textIn(template, 'category')] as const;

function placesIn(text: string, where: 'header' | 'body'): Place[] {
  const names = [...text.matchAll(PLACE)].map(([, name = '']) => name);
  return [...new Set(names)].map((name) => ({ id: idOf(where, name), in: where, name, button: '' }));
}

/** An address that ends with a value, and a code to copy, which is the value. */
function placeOfButton(button: Part, at: number): Place[] {
  const kind = kindOf(button);
  const isOpen = ['url', 'otp'].includes(kind) && textIn(button, 'url').includes('{{');
  if (!isOpen && kind !== 'copy_code') return [];
  return [{ id: `button ${at}`, in: 'button', name: '1', button: textIn(button, 'text') }];
}

const idOf = (where: Place['in'], name: string) => `${where} ${name}`;
const kindOf = (part: Part) => textIn(part, 'type').toLowerCase();

function textIn(part: Part, name: string): string {
  const value = part[name];
  return typeof value === 'string' ? value : '';
}

const objectsIn = (value: unknown): Part[] =>
  Array.isArray(value) ? value.filter((one): one is Part => typeof one === 'object' && one !== null) : [];
