import type { Attributes } from '../../../src/entities/columns.ts';

/** A message template, as Meta describes it. */
export type Template = {
  id: string;
  name: string;
  language: string;
  status: string;
  category: string;
  parameter_format: 'POSITIONAL' | 'NAMED';
  components: TemplatePart[];
};

type TemplatePart = Attributes & { type: string };

/** A component of a message that is made of a template. */
export type SentComponent = {
  type: string;
  sub_type?: string;
  index?: string;
  parameters?: Attributes[];
  cards?: { card_index: number; components: SentComponent[] }[];
};

/** A template with this text; `more` adds to it. */
export const givenTemplate = (name: string, text: string, more: Partial<Template> = {}): Template => ({
  id: String(name.length * 1000),
  name,
  language: 'en_US',
  status: 'APPROVED',
  category: 'UTILITY',
  parameter_format: 'POSITIONAL',
  components: [{ type: 'BODY', text }],
  ...more,
});

/** Whether these components are those that Meta wants for the template. `isFile` looks at a file of a header. */
export function areComponents(
  { components: parts, parameter_format: format, category }: Template,
  sent: readonly SentComponent[],
  isFile: (file: Attributes, type: string) => boolean,
): boolean {
  return areParts(parts, sent, { isNamed: format === 'NAMED', hasCode: category === 'AUTHENTICATION', isFile });
}

type Rules = { isNamed: boolean; hasCode: boolean; isFile(file: Attributes, type: string): boolean };

function areParts(parts: readonly TemplatePart[], sent: readonly SentComponent[], rules: Rules): boolean {
  const buttons = sent.filter(({ type }) => type === 'button');
  const others = sent.filter(({ type }) => type !== 'button');
  const known = parts.map(({ type }) => type.toLowerCase());
  return (
    others.every(({ type }) => known.includes(type)) &&
    parts.every((part) => {
      const own = others.filter(({ type }) => type === part.type.toLowerCase());
      return own.length <= 1 && isPart(part, own[0], rules);
    }) &&
    areButtons((parts.find(({ type }) => type === 'BUTTONS')?.['buttons'] ?? []) as Attributes[], buttons, rules)
  );
}

function isPart(part: TemplatePart, sent: SentComponent | undefined, rules: Rules): boolean {
  const values = sent?.parameters ?? [];
  const [value] = values;
  switch (part.type) {
    case 'HEADER':
      return isHeader(part, values, rules);
    case 'BODY':
      return isText(part['text'], values, rules);
    case 'LIMITED_TIME_OFFER': {
      const { expiration_time_ms: time } = (value?.['limited_time_offer'] ?? {}) as Attributes;
      return value?.['type'] === 'limited_time_offer' && Number.isInteger(time);
    }
    case 'CAROUSEL': {
      const cards = part['cards'] as { components: TemplatePart[] }[];
      return (
        sent?.cards?.length === cards.length &&
        sent.cards.every(
          ({ card_index: at, components }, index) =>
            at === index && areParts(cards[index]!.components, components, rules),
        )
      );
    }
    case 'BUTTONS':
      return true;
    // Of kinds that the stand-in does not know, it wants as many values as the part says.
    default:
      return values.length === Number(part['values'] ?? 0);
  }
}

function isHeader(part: TemplatePart, values: Attributes[], rules: Rules): boolean {
  const format = String(part['format'] ?? 'TEXT').toLowerCase();
  if (format === 'text') return isText(part['text'], values, rules);
  const [value] = values;
  const given = value?.[format] as Attributes | undefined;
  if (values.length !== 1 || value?.['type'] !== format || !given) return false;
  if (format === 'location') return ['latitude', 'longitude'].every((name) => Number.isFinite(Number(given[name])));
  if (format === 'product') return typeof given['product_retailer_id'] === 'string';
  // The endpoint for messages takes no GIF.
  return format !== 'gif' && rules.isFile(given, format);
}

function isText(text: unknown, values: Attributes[], { isNamed }: Rules): boolean {
  const places = [...String(text ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(([, place]) => place!);
  if (values.length !== places.length || values.some(({ text }) => /[\n\t]| {4}/.test(String(text)))) return false;
  const names = values.map(({ parameter_name: name }) => name);
  return isNamed ? places.every((place) => names.includes(place)) : names.every((name) => name === undefined);
}

/** The kind of parameter that each kind of button has, and whether it must have it. */
const BUTTONS: Record<string, { parameter: string; isNeeded: boolean }> = {
  url: { parameter: 'text', isNeeded: false },
  quick_reply: { parameter: 'payload', isNeeded: false },
  copy_code: { parameter: 'coupon_code', isNeeded: true },
  flow: { parameter: 'action', isNeeded: true },
  catalog: { parameter: 'action', isNeeded: false },
  mpm: { parameter: 'action', isNeeded: true },
  order_details: { parameter: 'action', isNeeded: true },
};

function areButtons(buttons: readonly Attributes[], sent: readonly SentComponent[], { hasCode }: Rules): boolean {
  const isOfButton = sent.every(({ index, sub_type: type }) => {
    if (hasCode) return index === '0' && type === 'url';
    return String(buttons[Number(index)]?.['type']).toLowerCase() === type;
  });
  const isComplete = buttons.every((button, index) => {
    const kind = BUTTONS[String(button['type']).toLowerCase()];
    const isNeeded = kind?.isNeeded === true || String(button['url'] ?? '').includes('{{');
    const value = sent.find((one) => one.index === String(index));
    if (!value) return !isNeeded;
    const [parameter, ...more] = value.parameters ?? [];
    if (!kind || more.length > 0 || parameter?.['type'] !== kind.parameter) return false;
    const given = parameter[kind.parameter];
    return kind.parameter === 'action' ? typeof given === 'object' : typeof given === 'string' && given !== '';
  });
  return isOfButton && isComplete;
}
