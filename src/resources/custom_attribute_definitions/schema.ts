import { ATTRIBUTE_DISPLAY_TYPES, ATTRIBUTE_MODELS } from '../../entities/custom-attribute-definition.ts';
import { array, integer, object, oneOfOrIndex, requiredText, text } from '../../fields.ts';

const DESCRIPTION_LENGTH = 20_000;
const MAX_VALUES = 500;
const KEY = /^[\p{L}\p{M}\p{N}_.-]+$/u;
/** A regular expression with flags, as clients write it: /^[a-z]+$/i */
const WITH_SLASHES = /^\/(.+)\/([a-z]*)$/s;

export const listDefinitionsQuery = object({ attribute_model: oneOfOrIndex(ATTRIBUTE_MODELS) });

const key = () =>
  requiredText()
    .matches(KEY, { message: 'must consist of letters, digits, "_", "." and "-"', excludeEmptyString: true })
    .meta({ description: 'Letters of any script, digits, "_", "." and "-"' });

/** Only parsed here, never run: clients check values against it, the server does not. */
const pattern = () =>
  text()
    .nullable()
    .test('regex', 'must be a regular expression such as ^[0-9]{4}$', (value) => !value || isRegex(value));

const optional = {
  attribute_display_type: oneOfOrIndex(ATTRIBUTE_DISPLAY_TYPES),
  attribute_description: text(DESCRIPTION_LENGTH).nullable(),
  attribute_model: oneOfOrIndex(ATTRIBUTE_MODELS),
  attribute_values: array(requiredText())
    .typeError('must be a list of texts')
    .max(MAX_VALUES, `must have at most ${MAX_VALUES} values`)
    .nullable(),
  default_value: integer().nullable(),
  regex_pattern: pattern(),
  regex_cue: text().nullable(),
};

export const createDefinitionBody = object({
  attribute_display_name: requiredText(),
  attribute_key: key(),
  ...optional,
});

export const updateDefinitionBody = object({
  attribute_display_name: requiredText().optional(),
  attribute_key: key().optional(),
  ...optional,
});

function isRegex(value: string): boolean {
  const [, source = value, flags = ''] = WITH_SLASHES.exec(value) ?? [];
  try {
    return new RegExp(source, flags) instanceof RegExp;
  } catch {
    return false;
  }
}
