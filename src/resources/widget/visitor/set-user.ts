import type { Tx } from '../../../db/tx.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';
import type { WidgetInbox } from '../../../records/public/widget-inbox.ts';
import { enterContact } from '../../contacts/public/enter-contact.ts';
import { findBy } from '../../contacts/public/known-contact.ts';
import { twoWordName } from '../../contacts/public/two-word-name.ts';
import { verifyContact } from '../../contacts/public/verify-contact.ts';
import { identifyVisitor, type SaidOfContact } from './identify-visitor.ts';
import { isOwnContact } from './is-own-contact.ts';

/**
 * Writes down who the website says that the visitor is; `proved` is the identifier if it is proved, else null. Who is
 * somebody else than before gets another contact inbox, which shows nothing of the former one; so does somebody new
 * (null).
 * @throws AppError as `identifyVisitor` and `enterContact` do
 */
export function setUser(
  tx: Tx,
  inbox: WidgetInbox,
  visitor: ContactCaller | null,
  { proved, ...said }: SaidOfContact & { proved: string | null },
  now: Date,
): Promise<ContactCaller> {
  return inTransaction(tx, async (tx) => {
    const stays = visitor && (await staysSame(tx, inbox, visitor, said, proved));
    const user = stays ? visitor : await enterUser(tx, inbox, { ...said, proved }, now);
    const input = { ...said, isProved: proved !== null, keepsName: false };
    return verifyContact(tx, await identifyVisitor(tx, inbox, user, input, now), proved, now);
  });
}

/**
 * Whether the visitor is, or becomes, who has the identifier: unless their contact has another one, or has been shared
 * with others and would take what is theirs along.
 */
async function staysSame(
  tx: Tx,
  inbox: WidgetInbox,
  visitor: ContactCaller,
  said: SaidOfContact,
  proved: string | null,
): Promise<boolean> {
  const { contact } = visitor;
  if (said.identifier === null || contact.identifier === said.identifier) return true;
  if (contact.identifier !== null) return false;
  const owner = await findBy(tx, inbox.account.id, 'identifier', said);
  return (owner === null && proved === null) || isOwnContact(tx, visitor);
}

function enterUser(
  tx: Tx,
  inbox: WidgetInbox,
  { proved, ...said }: SaidOfContact & { proved: string | null },
  now: Date,
): Promise<ContactCaller> {
  const input = {
    ...said,
    name: said.name ?? twoWordName(),
    blocked: undefined,
    avatar: null,
    sourceId: null,
    provedIdentifier: proved,
  };
  return enterContact(tx, inbox, input, now);
}
