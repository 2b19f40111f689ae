import type { Attributes, Json } from '../../entities/columns.ts';
import { textIn } from '../render-text.ts';
import { objectIn, objectsIn } from './hosts.ts';

export const MEDIA = ['image', 'video', 'document'] as const;
export type MediaType = (typeof MEDIA)[number];
/** Values that WhatsApp writes in the way of the reader's country. */
const LOCAL_VALUES = ['currency', 'date_time'];
/** The parts of a template that have values. */
const PARTS = ['header', 'body', 'buttons', 'limited_time_offer', 'carousel'];
/** By which programs are known to give values by component; a footer has none. */
const BY_COMPONENT = [...PARTS, 'footer'];

/** The values of a template by its parts: older programs give those of the body alone, as a list or by their numbers. */
export function valuesIn({ processed_params: given }: Attributes): Attributes {
  if (Array.isArray(given)) return { body: given };
  const values = objectIn(given);
  const areByComponent = BY_COMPONENT.some((key) => typeof values[key] === 'object') || 'limited_time_offer' in values;
  return areByComponent ? values : { body: values };
}

/** Why the values cannot be written as WhatsApp takes them; null = they can. `definitions` as `partsOf` takes them. */
export function unwritable(values: Attributes, definitions: readonly Attributes[]): string | null {
  const other = Object.keys(values).find((key) => !PARTS.includes(key) && !isEmpty(values[key]));
  if (other !== undefined) return `processed_params has values for ${other}, ${UNKNOWN}`;
  const { media_url: link, media_type: type } = objectIn(values['header']);
  if (typeof link === 'string' && link.trim() !== '' && !isEmpty(type) && !isMedia(String(type).toLowerCase())) {
    return `the header has a file of the kind ${String(type)}, ${UNKNOWN}`;
  }
  const buttons = Array.isArray(values['buttons']) ? values['buttons'] : [];
  const defined = buttonsIn(definitions);
  for (const [index, button] of buttons.entries()) {
    const { parameter } = objectIn(button);
    const type = sentType(objectIn(button), defined[index]);
    if (parameter === undefined || isEmpty(parameter)) continue;
    const write = BUTTONS[type];
    if (!write) return `button ${index} is of the kind ${type}, ${UNKNOWN}`;
    if (write(parameter) === null) return `the value of button ${index} is not one for the kind ${type}`;
  }
  const cards = objectsIn(values['carousel']);
  const parts = cardsIn(definitions);
  const problems = cards.map((card, index) => unwritable(card, parts[index] ?? parts[0] ?? []));
  return problems.find((problem) => problem !== null) ?? null;
}

/** Advice for programs that use a new kind by Meta's documentation. */
export const UNKNOWN =
  'which is not known here: give all values as Meta takes them, in template_params.components instead of processed_params';

/** Whether there is no value. */
export function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/**
 * The components with these values for WhatsApp. `header` is the file for the header, unless the values name a file;
 * `definitions` are the known parts of the template.
 */
export function partsOf(
  values: Attributes,
  definitions: readonly Attributes[],
  { isNamed, header }: { isNamed: boolean; header: Attributes | null },
): Attributes[] {
  const headerFormat = textIn(partIn(definitions, 'HEADER'), 'format').toLowerCase();
  const headers = header ? [header] : headerOf(objectIn(values['header']), headerFormat, isNamed);
  const body = parametersOf(values['body'], isNamed);
  return [
    ...(headers.length > 0 ? [{ type: 'header', parameters: headers }] : []),
    ...(body.length > 0 ? [{ type: 'body', parameters: body }] : []),
    ...offerOf(values['limited_time_offer']),
    ...carouselOf(objectsIn(values['carousel']), cardsIn(definitions), isNamed),
    ...buttonsOf(values['buttons'], buttonsIn(definitions)),
  ];
}

/** The part of this type; {} = there is none. */
export const partIn = (definitions: readonly Attributes[], type: string): Attributes =>
  definitions.find((part) => textIn(part, 'type').toUpperCase() === type) ?? {};

export const buttonsIn = (definitions: readonly Attributes[]) => objectsIn(partIn(definitions, 'BUTTONS')['buttons']);

/** The parts of each card. */
export const cardsIn = (definitions: readonly Attributes[]): Attributes[][] =>
  objectsIn(partIn(definitions, 'CAROUSEL')['cards']).map((card) => objectsIn(card['components']));

/** In the order of their numbers, if that is how they are named. */
function parametersOf(values: Json | undefined, isNamed: boolean): Attributes[] {
  return Object.entries(Array.isArray(values) ? values : objectIn(values)).flatMap(([name, value]) => {
    if (value === null || value === '') return [];
    return [{ ...parameterOf(value), ...(isNamed && { parameter_name: name }) }];
  });
}

function parameterOf(value: Json): Attributes {
  const { type, ...rest } = objectIn(value);
  if (typeof type === 'string' && LOCAL_VALUES.includes(type)) return { type, [type]: rest };
  return { type: 'text', text: oneLine(typeof value === 'object' ? JSON.stringify(value) : String(value)) };
}

/** WhatsApp refuses line breaks and runs of spaces in a parameter. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

function isMedia(type: string): type is MediaType {
  return (MEDIA as readonly string[]).includes(type);
}

function headerOf(header: Attributes, format: string, isNamed: boolean): Attributes[] {
  const { media_url: link, media_type: type, media_name: filename, location, product, ...texts } = header;
  if (typeof location === 'object' && location) return [{ type: 'location', location }];
  if (typeof product === 'object' && product) return [{ type: 'product', product }];
  if (typeof link !== 'string' || link.trim() === '') return parametersOf(texts, isNamed);
  const named = isEmpty(type) ? format : String(type).toLowerCase();
  const kind = isMedia(named) ? named : 'document';
  const isNamedFile = kind === 'document' && typeof filename === 'string' && filename !== '';
  return [{ type: kind, [kind]: { link: link.trim(), ...(isNamedFile && { filename }) } }];
}

/** How long an offer lasts. */
function offerOf(given: Json | undefined): Attributes[] {
  if (isEmpty(given)) return [];
  const time = Number(typeof given === 'object' ? objectIn(given)['expiration_time_ms'] : given);
  const offer = { expiration_time_ms: time };
  return [{ type: 'limited_time_offer', parameters: [{ type: 'limited_time_offer', limited_time_offer: offer }] }];
}

function carouselOf(
  cards: readonly Attributes[],
  definitions: readonly Attributes[][],
  isNamed: boolean,
): Attributes[] {
  if (cards.length === 0) return [];
  const written = cards.map((card, index) => ({
    card_index: index,
    components: partsOf(card, definitions[index] ?? definitions[0] ?? [], { isNamed, header: null }),
  }));
  return [{ type: 'carousel', cards: written }];
}

/** How the value of each kind of button is written; null = it is not one. */
const BUTTONS: Record<string, (value: Json) => Attributes[] | null> = {
  url: written((text) => ({ type: 'text', text })),
  quick_reply: written((payload) => ({ type: 'payload', payload })),
  copy_code: written((code) => ({ type: 'coupon_code', coupon_code: code })),
  flow: action('flow_token'),
  catalog: action('thumbnail_product_retailer_id'),
  mpm: action(null),
  order_details: action(null),
  voice_call: (value) => {
    if (typeof value !== 'object') return [{ type: 'ttl_minutes', ttl_minutes: Number(value) }];
    return Object.entries(objectIn(value)).map(([type, one]) => ({ type, [type]: one }));
  },
};

function written(parameter: (text: string) => Attributes) {
  return (value: Json) => (isText(value) ? [parameter(String(value).trim())] : null);
}

/** An object is the whole action, and a text the field of it that is given alone. */
function action(field: string | null) {
  return (value: Json): Attributes[] | null => {
    if (isText(value)) return field === null ? null : [{ type: 'action', action: { [field]: String(value).trim() } }];
    return Array.isArray(value) ? null : [{ type: 'action', action: objectIn(value) }];
  };
}

const isText = (value: Json) => ['string', 'number'].includes(typeof value);

/** Kinds of buttons with different names in templates and messages. */
const SENT_AS: Record<string, string> = { otp: 'url' };

/** The kind of a button by its name in messages; '' = none. */
export function typeOf(button: Attributes): string {
  const type = textIn(button, 'type').toLowerCase();
  return SENT_AS[type] ?? type;
}

/** The kind in the message, else the kind in the template. */
const sentType = (given: Attributes, defined: Attributes = {}) => typeOf(given) || typeOf(defined) || 'url';

/** A form opens without a value, but its button is sent all the same. */
const NEEDS_COMPONENT: Record<string, Json> = { flow: 'unused' };

function buttonsOf(given: Json | undefined, definitions: readonly Attributes[]): Attributes[] {
  const buttons = Array.isArray(given) ? given : [];
  return Array.from({ length: Math.max(buttons.length, definitions.length) }).flatMap((_, index) => {
    const button = objectIn(buttons[index]);
    const type = sentType(button, definitions[index]);
    const value = isEmpty(button['parameter'])
      ? NEEDS_COMPONENT[typeOf(definitions[index] ?? {})]
      : button['parameter'];
    const parameters = value === undefined ? null : (BUTTONS[type]?.(value) ?? null);
    return parameters === null ? [] : [{ type: 'button', sub_type: type, index: String(index), parameters }];
  });
}
