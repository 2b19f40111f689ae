import type { Shown } from '../../wire/shape.ts';
import { iso } from '../../time.ts';
import type { definitionShape } from './answers.ts';
import type { DefinitionRow } from './queries.ts';

export function presentDefinition(definition: DefinitionRow): Shown<typeof definitionShape> {
  return {
    id: definition.id,
    attribute_display_name: definition.displayName,
    attribute_display_type: definition.displayType,
    attribute_description: definition.description,
    attribute_key: definition.key,
    attribute_values: definition.values,
    attribute_model: definition.model,
    default_value: definition.defaultValue,
    regex_pattern: definition.regexPattern,
    regex_cue: definition.regexCue,
    created_at: iso(definition.createdAt),
    updated_at: iso(definition.updatedAt),
  };
}
