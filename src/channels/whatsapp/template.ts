import type { Attributes } from '../../entities/columns.ts';
import { textIn } from '../render-text.ts';
import { problemOfParts } from './check-template.ts';
import { objectIn, objectsIn } from './hosts.ts';
import { isEmpty, MEDIA, type MediaType, partIn } from './templates/definition.ts';
import { partsOf, unwritable, valuesIn } from './templates/parts.ts';

const LANGUAGE = 'en';

/** The template of a message, with the inbox's definition; null = the inbox has none. */
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
  const header = partIn(objectsIn(definition?.['components']), 'HEADER');
  const format = textIn(header, 'format').toLowerCase();
  const isNamed = !isEmpty(valuesIn(params)['header']) || !isEmpty(params['components']);
  return isNamed ? null : (MEDIA.find((type) => type === format) ?? null);
}

/**
 * `template_params` as WhatsApp takes them; a text says why the template cannot be made of them. `header` is the file that goes
 * into the header, if they name none.
 */
export function templateOf(chosen: Chosen, params: Attributes, header: Attributes | null): Attributes | string {
  const components = componentsOf(chosen, params, header);
  if (typeof components === 'string') return `the template ${chosen.name} cannot be sent: ${components}`;
  return {
    name: chosen.name,
    language: { policy: 'deterministic', code: chosen.language },
    ...(components.length > 0 && { components }),
  };
}

/** The `components` of a request are sent unchanged: only Meta knows the needs of its newest kinds. */
function componentsOf({ definition }: Chosen, params: Attributes, header: Attributes | null): Attributes[] | string {
  const { components: given, processed_params: processed } = params;
  if (given !== undefined && given !== null) {
    const areObjects = Array.isArray(given) && objectsIn(given).length === given.length;
    if (!areObjects) return 'template_params.components is not a list of objects';
    if (!isEmpty(processed)) return 'template_params has both components and processed_params';
    return header ? 'template_params.components leaves no place for the file' : objectsIn(given);
  }
  const values = valuesIn(params);
  const definitions = objectsIn(definition?.['components']);
  const problem = unwritable(values, definitions);
  if (problem !== null) return problem;
  const isNamed = definition?.['parameter_format'] === 'NAMED';
  const code = values['buttons'] === undefined ? codeIn(definition, values) : null;
  const complete = code === null ? values : { ...values, buttons: [{ type: 'url', parameter: code }] };
  const components = partsOf(complete, definitions, { isNamed, header });
  // The code of a template for authentication has a button of its own, which older descriptions leave out.
  return problemOfParts(definitions, code === null ? components : withoutButtons(components)) ?? components;
}

const withoutButtons = (components: readonly Attributes[]) => components.filter(({ type }) => type !== 'button');

/** The button of a template for authentication copies the code that the text has. */
function codeIn(definition: Attributes | null, { body }: Attributes): string | null {
  if (textIn(definition ?? {}, 'category').toUpperCase() !== 'AUTHENTICATION') return null;
  const [code] = Object.values(Array.isArray(body) ? body : objectIn(body));
  return isEmpty(code) ? null : String(code);
}
