import { integer, iso, list, named, nullable, oneOf, shape, text } from '../../wire/shape.ts';

export const dashboardAppShape = named('DashboardApp', {
  id: integer,
  title: text,
  content: { ...list(shape({ type: oneOf(['frame']), url: text })), minItems: 1 },
  user_id: nullable(integer),
  account_id: integer,
  created_at: iso,
  updated_at: iso,
});
