import { agentShape } from '../../wire/agent-block.ts';
import { integer, named, nullable, seconds, text } from '../../wire/shape.ts';

export const noteShape = named('Note', {
  id: integer,
  content: text,
  account_id: integer,
  contact_id: integer,
  user: nullable(agentShape),
  created_at: seconds,
  updated_at: seconds,
});
