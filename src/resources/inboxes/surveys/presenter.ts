import type { Attributes } from '../../../entities/columns.ts';
import type { Shown } from '../../../wire/shape.ts';
import type { submittedTemplateShape, surveyTemplateShape } from './answers.ts';

/** The inbox's template with what its provider says of it; null = the provider does not have it. */
export function presentTemplate(template: Attributes, fetched: Attributes | null): Shown<typeof surveyTemplateShape> {
  if (fetched === null) return { template_exists: false, error: 'Template not found' };
  const known = { template_exists: true, status: textOf(fetched['status']) };
  if (template['content_sid'] === undefined) {
    return { ...known, template_name: textOf(template['name']), template_id: textOf(fetched['id']) };
  }
  return {
    ...known,
    friendly_name: textOf(template['friendly_name'] ?? fetched['friendly_name']),
    content_sid: textOf(template['content_sid']),
    language: textOf(fetched['language']),
  };
}

/** A template that was submitted, as the inbox stores it. */
export function presentSubmitted(template: Attributes): Shown<typeof submittedTemplateShape> {
  const known = { status: textOf(template['status']), language: textOf(template['language']) };
  const own =
    template['content_sid'] === undefined
      ? { name: textOf(template['name']), template_id: textOf(template['template_id']) }
      : { friendly_name: textOf(template['friendly_name']), content_sid: textOf(template['content_sid']) };
  return { template: { ...own, ...known } };
}

const textOf = (value: unknown) => (value === undefined || value === null ? '' : String(value as string | number));
