import type { TextKey } from '../../locales.ts';
import type { Contact } from '../../store/contact.ts';

/** The name of a contact, or else what is known of them. */
export function nameOf(contact: Contact | undefined, t: (key: TextKey) => string): string {
  const names = [contact?.name.trim(), contact?.email, contact?.phone, contact?.identifier];
  return names.find(Boolean) ?? t('visitor');
}
