import { CONTENT_LENGTH } from '../../conversations/messages/new-message.ts';
import { object, text } from '../../fields.ts';

export const draftMessageBody = object({ message: text(CONTENT_LENGTH).defined('is missing') });
