import type { Attributes, Json } from '../../../entities/columns.ts';
import { textIn } from '../../render-text.ts';
import { objectIn, objectsIn } from '../hosts.ts';
import { buttonsOf, unwritableButton } from './buttons.ts';
import { buttonsIn, cardsIn, isEmpty, MEDIA, type MediaType, partIn, UNKNOWN } from './definition.ts';

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
  const cards = objectsIn(values['carousel']);
  const parts = cardsIn(definitions);
  const problems = cards.map((card, index) => unwritable(card, parts[index] ?? parts[0] ?? []));
  return (
    unwritableButton(values['buttons'], buttonsIn(definitions)) ?? problems.find((problem) => problem !== null) ?? null
  );
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
