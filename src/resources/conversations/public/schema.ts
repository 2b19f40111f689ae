import { attributes, object, text } from '../../../fields.ts';

export const startConversationBody = object({ custom_attributes: attributes().nullable() });

export const publicTypingBody = object({
  typing_status: text().nullable().meta({ description: '`on` or `off`; anything else changes nothing' }),
});
