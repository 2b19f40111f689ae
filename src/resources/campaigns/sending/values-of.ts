import type { ContactRecord } from '../../../records/contact.ts';
import type { CampaignRow } from '../queries.ts';
import type { Values } from './variables.ts';

/** The values of the variables in a message to this contact. */
export function valuesOf(
  { sender }: CampaignRow,
  contact: ContactRecord,
  { inbox, account }: { inbox: { id: number; name: string }; account: { id: number; name: string } },
): Values {
  const { id, name, email, phoneNumber, identifier, customAttributes } = contact;
  return {
    contact: {
      id,
      ...namesIn(name),
      email,
      phone_number: phoneNumber,
      identifier,
      custom_attribute: customAttributes,
    },
    agent: sender
      ? { ...namesIn(sender.name), email: sender.email, available_name: sender.displayName || sender.name }
      : {},
    inbox: { id: inbox.id, name: inbox.name },
    account: { id: account.id, name: account.name },
  };
}

/** The last name is the last word, if there is more than one. */
function namesIn(name: string) {
  const words = name.trim().split(/\s+/);
  return { name, first_name: words[0] ?? '', last_name: words.length > 1 ? (words.at(-1) ?? '') : '' };
}
