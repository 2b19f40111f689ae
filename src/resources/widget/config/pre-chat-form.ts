import type { Attributes } from '../../../entities/columns.ts';

const standard = (name: string, type: string, label: string, required: boolean) => ({
  name,
  type,
  label,
  placeholder: label,
  field_type: 'standard',
  required,
  enabled: false,
});

/** The form of an inbox whose administrators have written none; none of its fields is shown. */
const USUAL = {
  pre_chat_message: 'Share your queries or comments here.',
  pre_chat_fields: [
    standard('emailAddress', 'email', 'Email', true),
    standard('fullName', 'text', 'Full name', false),
    standard('phoneNumber', 'text', 'Phone number', false),
  ],
};

/** The form before the first message, from the settings of the channel. */
export function preChatFormOf({ pre_chat_form_options: options }: Attributes): Attributes {
  const given = typeof options === 'object' && options !== null && !Array.isArray(options) ? options : {};
  return { ...USUAL, ...given };
}
