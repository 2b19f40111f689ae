import type { Attributes } from '../../entities/columns.ts';
import { textIn } from '../render-text.ts';
import { objectIn, objectsIn } from './hosts.ts';
import { buttonsIn, cardsIn, MEDIA, partIn, typeOf, UNKNOWN } from './templates/definition.ts';

/** Parts of a template that have no values. */
const PARTS_WITHOUT_VALUES = ['FOOTER', 'CALL_PERMISSION_REQUEST'];
/** Kinds of button that have no values. */
const BUTTONS_WITHOUT_VALUES = ['phone_number', 'spm', 'request_contact_info'];
/** Kinds of button that may have a value. */
const BUTTONS_WITH_VALUES = [
  'url',
  'quick_reply',
  'copy_code',
  'flow',
  'catalog',
  'mpm',
  'order_details',
  'voice_call',
];
/** Kinds of button that are not sent without their value. */
const BUTTONS_THAT_NEED_VALUES = ['copy_code', 'mpm', 'order_details'];
const MOST_CARDS = 10;

/** Why the components do not fit the template's parts; null = they fit, or the parts are unknown. */
export function problemOfParts(definitions: readonly Attributes[], components: readonly Attributes[]): string | null {
  if (definitions.length === 0) return null;
  const problems = definitions.map((part) => problemOfPart(part, components));
  return (
    [...problems, problemOfButtons(buttonsIn(definitions), components), surplusIn(definitions, components)].find(
      (problem) => problem !== null,
    ) ?? null
  );
}

/** The problem of a component for a part that the template lacks; null = none. */
function surplusIn(definitions: readonly Attributes[], components: readonly Attributes[]): string | null {
  const surplus = components
    .map((component) => textIn(component, 'type'))
    .find((type) => type !== 'button' && Object.keys(partIn(definitions, type.toUpperCase())).length === 0);
  return surplus === undefined ? null : `there are values for ${surplus}, which the template does not have`;
}

function problemOfPart(part: Attributes, components: readonly Attributes[]): string | null {
  const type = textIn(part, 'type').toUpperCase();
  if (PARTS_WITHOUT_VALUES.includes(type) || type === 'BUTTONS') return null;
  const given = components.find((component) => component['type'] === type.toLowerCase()) ?? {};
  const parameters = objectsIn(given['parameters']);
  switch (type) {
    case 'HEADER':
      return problemOfHeader(part, parameters);
    case 'BODY':
      return problemOfText('body', part, parameters);
    case 'LIMITED_TIME_OFFER':
      return problemOfOffer(part, parameters);
    case 'CAROUSEL':
      return problemOfCards(cardsIn([part]), objectsIn(given['cards']));
    default:
      return `the template has a part of the kind ${type}, ${UNKNOWN}`;
  }
}

function problemOfHeader(part: Attributes, parameters: readonly Attributes[]): string | null {
  const format = textIn(part, 'format').toLowerCase() || 'text';
  if (format === 'text') return problemOfText('header', part, parameters);
  if (format === 'gif') {
    return 'the template has a GIF in its header: Meta sends such ones through its Marketing Messages API alone, which is not used here';
  }
  const [value] = parameters;
  const isOfFormat = value?.['type'] === format && parameters.length === 1;
  if ((MEDIA as readonly string[]).includes(format)) {
    return isOfFormat ? null : `the header of the template needs a file of the kind ${format}`;
  }
  if (format === 'location') {
    const { latitude, longitude } = objectIn(value?.['location']);
    const isPlace = isNumeric(latitude) && isNumeric(longitude);
    return isOfFormat && isPlace
      ? null
      : 'the header of the template needs a place: header.location with latitude, longitude, name and address';
  }
  if (format === 'product') {
    return isOfFormat
      ? null
      : 'the header of the template needs a product: header.product with product_retailer_id and catalog_id';
  }
  return `the template has a header of the kind ${format.toUpperCase()}, ${UNKNOWN}`;
}

const isNumeric = (value: unknown) => value !== null && value !== '' && Number.isFinite(Number(value));

/** The places of a text, and the values that are given for them. */
function problemOfText(name: string, { text }: Attributes, parameters: readonly Attributes[]): string | null {
  // Without the text of the template, its placeholders are unknown.
  if (typeof text !== 'string') return null;
  const other = parameters.find(({ type }) => !['text', 'currency', 'date_time'].includes(String(type)));
  if (other) return `the ${name} of the template is a text, and the value is of the kind ${String(other['type'])}`;
  const places = [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, place = '']) => place))];
  const names = parameters.flatMap(({ parameter_name: one }) => (typeof one === 'string' ? [one] : []));
  const missing = names.length > 0 ? places.find((place) => !names.includes(place)) : places[parameters.length];
  if (missing !== undefined) return `the ${name} of the template needs a value for {{${missing}}}`;
  if (parameters.length <= places.length) return null;
  return `the ${name} of the template has ${places.length} places, and there are ${parameters.length} values`;
}

function problemOfOffer(part: Attributes, parameters: readonly Attributes[]): string | null {
  const expires = objectIn(part['limited_time_offer'])['has_expiration'] !== false;
  const [value] = parameters;
  if (!value) return expires ? 'the template needs limited_time_offer with expiration_time_ms' : null;
  const { expiration_time_ms: time } = objectIn(value['limited_time_offer']);
  return Number.isSafeInteger(time) && Number(time) > 0
    ? null
    : 'limited_time_offer needs expiration_time_ms, a time in milliseconds';
}

function problemOfCards(definitions: readonly Attributes[][], cards: readonly Attributes[]): string | null {
  const [first = []] = definitions;
  // Products are chosen when they are sent; other cards are those of the template.
  const isOfProducts = textIn(partIn(first, 'HEADER'), 'format').toUpperCase() === 'PRODUCT';
  const isEnough = isOfProducts ? cards.length >= 1 && cards.length <= MOST_CARDS : cards.length === definitions.length;
  if (!isEnough) {
    const wanted = isOfProducts ? `1 to ${MOST_CARDS}` : String(definitions.length);
    return `the carousel of the template needs ${wanted} cards, and has ${cards.length}`;
  }
  for (const [index, card] of cards.entries()) {
    const problem = problemOfParts(definitions[index] ?? first, objectsIn(card['components']));
    if (problem !== null) return `card ${index}: ${problem}`;
  }
  return null;
}

function problemOfButtons(definitions: readonly Attributes[], components: readonly Attributes[]): string | null {
  const given = components.filter(({ type }) => type === 'button');
  for (const [index, button] of definitions.entries()) {
    const type = typeOf(button);
    const value = given.find((one) => one['index'] === String(index));
    const problem = problemOfButton(index, type, button, value);
    if (problem !== null) return problem;
  }
  const surplus = given.find(({ index }) => Number(index) >= definitions.length);
  return surplus ? `there is a value for button ${String(surplus['index'])}, which the template does not have` : null;
}

function problemOfButton(
  index: number,
  type: string,
  button: Attributes,
  value: Attributes | undefined,
): string | null {
  if (![...BUTTONS_WITH_VALUES, ...BUTTONS_WITHOUT_VALUES].includes(type)) {
    return `button ${index} of the template is of the kind ${type.toUpperCase()}, ${UNKNOWN}`;
  }
  if (value) {
    return value['sub_type'] === type
      ? null
      : `button ${index} of the template is of the kind ${type}, and the value is for ${String(value['sub_type'])}`;
  }
  const isOpen = type === 'url' && textIn(button, 'url').includes('{{');
  return isOpen || BUTTONS_THAT_NEED_VALUES.includes(type)
    ? `button ${index} of the template (${type}) needs a value`
    : null;
}
