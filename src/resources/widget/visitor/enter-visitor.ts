import type { Tx } from '../../../db/tx.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';
import type { WidgetInbox } from '../../../records/public/widget-inbox.ts';
import { enterContact } from '../../contacts/public/enter-contact.ts';
import { twoWordName } from '../../contacts/public/two-word-name.ts';

/** Makes somebody unknown a contact of the account. @throws AppError as `enterContact` does */
export function enterVisitor(tx: Tx, inbox: WidgetInbox, now: Date): Promise<ContactCaller> {
  const unknown = {
    name: twoWordName(),
    email: null,
    phoneNumber: null,
    identifier: null,
    blocked: undefined,
    customAttributes: {},
    additionalAttributes: {},
    avatar: null,
    avatarUrl: null,
    sourceId: null,
    provedIdentifier: null,
  };
  return enterContact(tx, inbox, unknown, now);
}
