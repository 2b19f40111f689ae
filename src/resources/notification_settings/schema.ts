import { array, object, oneOf } from '../../fields.ts';
import { EMAIL_FLAGS, PUSH_FLAGS } from './answers.ts';

export const updateNotificationSettingsBody = object({
  selected_email_flags: array(oneOf(EMAIL_FLAGS).required("can't be blank")),
  selected_push_flags: array(oneOf(PUSH_FLAGS).required("can't be blank")),
});
