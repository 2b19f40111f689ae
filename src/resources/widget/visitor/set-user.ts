import { takeAdvisoryLock } from '../../../db/dialect.ts';
import type { Tx } from '../../../db/tx.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';
import type { WidgetInbox } from '../../../records/public/widget-inbox.ts';
import { believesIdentifier } from '../../contacts/public/check-proof.ts';
import { enterContact } from '../../contacts/public/enter-contact.ts';
import { isOwnContact } from '../../contacts/public/is-own-contact.ts';
import { findBy } from '../../contacts/public/known-contact.ts';
import { twoWordName } from '../../contacts/public/two-word-name.ts';
import { verifyContact } from '../../contacts/public/verify-contact.ts';
import { type Said, writeSaid } from '../../contacts/public/write-said.ts';
import { mergeIntoKnown } from './merge-into-known.ts';

/**
 * Stores the website's statement about the visitor's identity; `proved` is the identifier if proved, else null. A visitor
 * with a different identity gets another contact inbox, which shows nothing of the former one, and so does a new visitor
 * (null).
 * @throws AppError as `writeSaid` and `enterContact` do
 */
export function setUser(
  tx: Tx,
  inbox: WidgetInbox,
  visitor: ContactCaller | null,
  { proved, ...said }: Said & { proved: string | null },
  now: Date,
): Promise<ContactCaller> {
  return inTransaction(tx, async (tx) => {
    // Before it is looked up who has the identifier: visitors who are named as the same person at once become one contact.
    await takeAdvisoryLock(tx, 'public contacts', inbox.account.id);
    const stays = visitor && (await staysSame(tx, inbox, visitor, said, proved));
    const user = stays ? visitor : await enterUser(tx, inbox, { ...said, proved }, now);
    const isProved = proved !== null || believesIdentifier(tx, inbox, said.identifier);
    const known = isProved ? await mergeIntoKnown(tx, inbox, user, said, now) : user;
    return verifyContact(tx, await writeSaid(tx, inbox, known, { ...said, isProved }, now), proved, now);
  });
}

/**
 * Whether the visitor is, or becomes, who has the identifier: unless they have, or claim, another one, or their contact has
 * been shared with others and would take what is theirs along.
 */
async function staysSame(
  tx: Tx,
  inbox: WidgetInbox,
  visitor: ContactCaller,
  said: Said,
  proved: string | null,
): Promise<boolean> {
  const { contact, contactInbox } = visitor;
  if (said.identifier === null || contact.identifier === said.identifier) return true;
  const other = contact.identifier ?? contactInbox.claims.identifier ?? said.identifier;
  if (other !== said.identifier) return false;
  const owner = await findBy(tx, inbox.account.id, 'identifier', said);
  return (owner === null && proved === null) || isOwnContact(tx, visitor);
}

function enterUser(
  tx: Tx,
  inbox: WidgetInbox,
  { proved, ...said }: Said & { proved: string | null },
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
