import { integer, iso, named, text } from '../../wire/shape.ts';

export const cannedResponseShape = named('CannedResponse', {
  id: integer,
  account_id: integer,
  short_code: text,
  content: text,
  created_at: iso,
  updated_at: iso,
});
