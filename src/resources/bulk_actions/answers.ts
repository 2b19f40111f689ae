import { BULK_STATUSES, BULK_TYPES } from '../../entities/bulk-action.ts';
import { integer, iso, list, named, nullable, oneOf, shape, text } from '../../wire/shape.ts';

export const bulkActionShape = named('BulkAction', {
  id: integer,
  type: oneOf(BULK_TYPES),
  status: oneOf(BULK_STATUSES),
  total_count: integer,
  done_count: integer,
  failed_count: integer,
  errors: list(shape({ id: nullable(integer), action: nullable(text), error: text, message: nullable(text) })),
  created_at: iso,
  finished_at: nullable(iso),
});
