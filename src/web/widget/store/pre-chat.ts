import type { PreChatField } from './channel.ts';
import type { State } from './state.ts';
import type { Contact } from './wire.ts';

/** The fields of the form before the first message that the visitor has not answered before. */
export function formFields({ channel, contact }: Pick<State, 'channel' | 'contact'>): PreChatField[] {
  const { pre_chat_form_enabled: isOn, pre_chat_form_options: options } = channel.value;
  if (!isOn) return [];
  return (options?.pre_chat_fields ?? []).filter((field) => field.enabled && !isKnown(field, contact.value));
}

export const needsForm = (state: Pick<State, 'channel' | 'contact'>): boolean => formFields(state).length > 0;

function isKnown({ name }: PreChatField, contact: Contact | null): boolean {
  if (!contact) return false;
  if (name === 'emailAddress') return Boolean(contact.has_email);
  if (name === 'phoneNumber') return Boolean(contact.has_phone_number);
  // A name that the server made up says nothing.
  const isSomebody = contact.identifier || contact.has_email || contact.has_phone_number;
  return name === 'fullName' && Boolean(contact.has_name && isSomebody);
}
