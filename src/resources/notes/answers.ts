import { agentShape } from '../../events/agent-block.ts';
import { integer, named, nullable, seconds, text } from '../../shapes.ts';

export const noteShape = named('Note', {
  id: integer,
  content: text,
  account_id: integer,
  contact_id: integer,
  user: nullable(agentShape),
  created_at: seconds,
  updated_at: seconds,
});
