import { ATTRIBUTE_DISPLAY_TYPES, ATTRIBUTE_MODELS } from '../../entities/custom-attribute-definition.ts';
import { integer, iso, list, named, nullable, oneOf, text } from '../../wire/shape.ts';

export const definitionShape = named('CustomAttributeDefinition', {
  id: integer,
  attribute_display_name: text,
  attribute_display_type: oneOf(ATTRIBUTE_DISPLAY_TYPES),
  attribute_description: nullable(text),
  attribute_key: text,
  attribute_values: list(text),
  attribute_model: oneOf(ATTRIBUTE_MODELS),
  default_value: nullable(integer),
  regex_pattern: nullable(text),
  regex_cue: nullable(text),
  created_at: iso,
  updated_at: iso,
});
