import { ERASURE_STATUSES } from '../../entities/erasure.ts';
import { integer, iso, named, nullable, oneOf, shape, type Shape, text } from '../../wire/shape.ts';

const counts: Shape<Record<string, number>> = {
  type: 'object',
  additionalProperties: integer,
  description: 'How many rows of each table, files, bytes of files, and mails that were not sent',
};

export const erasureShape = named('Erasure', {
  id: integer,
  account_id: integer,
  contact_id: integer,
  status: oneOf(ERASURE_STATUSES),
  requested_by: nullable(shape({ id: integer, name: nullable(text) })),
  requested_at: iso,
  finished_at: nullable(iso),
  deleted: counts,
  digest: nullable(text),
});
