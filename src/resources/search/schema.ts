import { integer, moment, object, requiredText, text } from '../../fields.ts';

/** Who wrote a message: "contact:5", "agent:3". */
const FROM = /^(contact|agent):\d{1,10}$/;

export const searchQuery = object({ q: requiredText() });

export const searchConversationsQuery = searchQuery.shape({
  inbox_id: integer(),
  since: moment().meta({ description: 'Only conversations that were active then or later' }),
  until: moment().meta({ description: 'Only conversations that were last active then or before' }),
});

export const searchMessagesQuery = searchQuery.shape({
  inbox_id: integer(),
  since: moment(),
  until: moment(),
  from: text()
    .matches(FROM, { message: 'must be contact: or agent: and an id, such as agent:5', excludeEmptyString: true })
    .meta({ description: 'Who wrote them: `contact:5`, `agent:3`' }),
});
