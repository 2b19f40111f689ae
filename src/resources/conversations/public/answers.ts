import { CONVERSATION_STATUSES } from '../../../entities/conversation.ts';
import { publicContactBlockShape } from '../../../wire/public-blocks.ts';
import { integer, list, named, oneOf, seconds, text } from '../../../wire/shape.ts';
import { publicMessageShape } from '../../messages/public/answers.ts';

/** `id` is the number in paths; times are 0 where nobody has looked yet. */
export const publicConversationShape = named('PublicConversation', {
  id: integer,
  uuid: text,
  inbox_id: integer,
  status: oneOf(CONVERSATION_STATUSES),
  contact_last_seen_at: seconds,
  agent_last_seen_at: seconds,
  messages: list(publicMessageShape),
  contact: publicContactBlockShape,
});
