import { FILTER_TYPES } from '../../entities/custom-filter.ts';
import { attributes, integer, iso, named, oneOf, text } from '../../wire/shape.ts';

export const customFilterShape = named('CustomFilter', {
  id: integer,
  name: text,
  filter_type: oneOf(FILTER_TYPES),
  query: attributes,
  created_at: iso,
  updated_at: iso,
});
