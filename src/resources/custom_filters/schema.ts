import { FILTER_TYPES } from '../../entities/custom-filter.ts';
import { attributes, object, oneOfOrIndex, requiredText } from '../../fields.ts';

export const listCustomFiltersQuery = object({ filter_type: oneOfOrIndex(FILTER_TYPES) });

export const createCustomFilterBody = object({
  name: requiredText(),
  filter_type: oneOfOrIndex(FILTER_TYPES),
  query: attributes(),
});

export const updateCustomFilterBody = object({
  name: requiredText().optional(),
  filter_type: oneOfOrIndex(FILTER_TYPES),
  query: attributes(),
});
