import type { Attributes, Json } from '../../entities/columns.ts';
import { textIn } from '../render-text.ts';

/** The template of a request, with its values. */
export type ContentTemplate = { sid: string; variables: Record<string, string> };

/**
 * The content template that `template_params` name: by its `content_sid`, or by name and language among those that the inbox
 * knows. A text says why there is none.
 */
export function contentTemplateOf(params: Attributes, known: readonly Attributes[] | null): ContentTemplate | string {
  const variables = valuesIn(params['processed_params'] ?? params['content_variables']);
  const sid = textIn(params, 'content_sid');
  if (sid !== '') return { sid, variables };
  const [name, language] = [textIn(params, 'name'), textIn(params, 'language')];
  const template = (known ?? []).find(
    (one) =>
      textIn(one, 'friendly_name') === name &&
      textIn(one, 'status').toLowerCase() === 'approved' &&
      (language === '' || textIn(one, 'language').toLowerCase() === language.toLowerCase()),
  );
  if (template) return { sid: textIn(template, 'content_sid'), variables };
  const inLanguage = language === '' ? '' : ` in the language ${language}`;
  return `the inbox has no approved template ${name}${inLanguage}: fetch its templates if it is new`;
}

/** By the names of their places; a list is by numbers from 1, and those of the body may stand by themselves. */
function valuesIn(given: Json | undefined): Record<string, string> {
  if (Array.isArray(given)) return Object.fromEntries(given.map((value, index) => [String(index + 1), textOf(value)]));
  if (typeof given !== 'object' || given === null) return {};
  const { body } = given;
  if (typeof body === 'object' && body !== null) return valuesIn(body);
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, textOf(value ?? null)]));
}

function textOf(value: Json): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
