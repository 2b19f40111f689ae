import type { Attributes, Json } from '../../entities/columns.ts';
import { textIn } from '../render-text.ts';
import { objectIn, objectsIn } from './hosts.ts';

const LANGUAGE = 'en';
const MEDIA = ['image', 'video', 'document'] as const;
type MediaType = (typeof MEDIA)[number];
/** Values that WhatsApp writes in the way of the reader's country. */
const LOCAL_VALUES = ['currency', 'date_time'];

/** Which template a message asks for, as the inbox knows it. */
export type Chosen = { name: string; language: string; definition: Attributes | null };

/**
 * The template that `template_params` name; `known` are those of the inbox, null = they have not been fetched yet, and
 * WhatsApp decides. A text says why there is none.
 */
export function chooseTemplate(params: Attributes, known: readonly Attributes[] | null): Chosen | string {
  const name = textIn(params, 'name');
  const language = textIn(params, 'language');
  if (known === null) return { name, language: language || LANGUAGE, definition: null };
  const definition = known.find(
    (template) =>
      template['name'] === name &&
      textIn(template, 'status').toLowerCase() === 'approved' &&
      (language === '' || isSame(textIn(template, 'language'), language)),
  );
  if (definition) return { name, language: textIn(definition, 'language'), definition };
  const inLanguage = language === '' ? '' : ` in the language ${language}`;
  return `the inbox has no approved template ${name}${inLanguage}: fetch its templates if it is new`;
}

const isSame = (one: string, other: string) =>
  one.toLowerCase().replace('-', '_') === other.toLowerCase().replace('-', '_');

/** The kind of file that the template has in its header, and that `params` do not name; null = it has none, or they do. */
export function missingHeader({ definition }: Chosen, params: Attributes): MediaType | null {
  const header = componentOf(definition, 'HEADER');
  const format = textIn(header, 'format').toLowerCase();
  const isNamed = Object.keys(objectIn(valuesIn(params)['header'])).length > 0;
  return isNamed ? null : (MEDIA.find((type) => type === format) ?? null);
}

/** `template_params` as WhatsApp takes them. `header` is the file that goes into the header, if they name none. */
export function templateOf({ name, language, definition }: Chosen, params: Attributes, header: Attributes | null) {
  const values = valuesIn(params);
  const isNamed = definition?.['parameter_format'] === 'NAMED';
  const headerParameters = header ? [header] : headerOf(objectIn(values['header']), isNamed);
  const body = parametersOf(values['body'], isNamed);
  const components: Attributes[] = [
    ...(headerParameters.length > 0 ? [{ type: 'header', parameters: headerParameters }] : []),
    ...(body.length > 0 ? [{ type: 'body', parameters: body }] : []),
    ...buttonsOf(values['buttons'] ?? codeButton(definition, body)),
  ];
  return {
    name,
    language: { policy: 'deterministic', code: language },
    ...(components.length > 0 && { components }),
  };
}

/** The values by component: older programs give those of the body alone, as a list or by their numbers. */
function valuesIn({ processed_params: given }: Attributes): Attributes {
  if (Array.isArray(given)) return { body: given };
  const values = objectIn(given);
  const areByComponent = ['body', 'header', 'footer', 'buttons'].some((key) => typeof values[key] === 'object');
  return areByComponent ? values : { body: values };
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

/** WhatsApp takes neither lines nor many spaces in a parameter. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

function headerOf(header: Attributes, isNamed: boolean): Attributes[] {
  const { media_url: link, media_type: type, media_name: filename, ...texts } = header;
  if (typeof link !== 'string' || link.trim() === '') return parametersOf(texts, isNamed);
  const kind = MEDIA.find((kind) => kind === String(type).toLowerCase()) ?? 'document';
  const isNamedFile = kind === 'document' && typeof filename === 'string' && filename !== '';
  return [{ type: kind, [kind]: { link: link.trim(), ...(isNamedFile && { filename }) } }];
}

function buttonsOf(buttons: Json | undefined): Attributes[] {
  return (Array.isArray(buttons) ? buttons : []).flatMap((given, index) => {
    const button = objectIn(given);
    const value = textIn(button, 'parameter');
    if (value === '') return [];
    const type = textIn(button, 'type') || 'url';
    return [{ type: 'button', sub_type: type, index: String(index), parameters: [buttonParameter(type, value)] }];
  });
}

function buttonParameter(type: string, value: string): Attributes {
  if (type === 'copy_code') return { type: 'coupon_code', coupon_code: value };
  return type === 'quick_reply' ? { type: 'payload', payload: value } : { type: 'text', text: value };
}

/** The button of a template for authentication copies the code that the text has. */
function codeButton(definition: Attributes | null, [code]: Attributes[]): Json {
  const isCode = textIn(definition ?? {}, 'category').toUpperCase() === 'AUTHENTICATION';
  return isCode && code ? [{ type: 'url', parameter: code['text'] ?? '' }] : [];
}

function componentOf(definition: Attributes | null, type: string): Attributes {
  return objectsIn(definition?.['components']).find((part) => textIn(part, 'type').toUpperCase() === type) ?? {};
}
