import { defineEntity, p } from '@mikro-orm/core';
import { Channel } from './channel.ts';
import { id, moment } from './columns.ts';

/** The mailbox of an e-mail channel whose mail is fetched by IMAP, and how far it has been read. */
export const Mailbox = defineEntity({
  name: 'Mailbox',
  tableName: 'mailboxes',
  properties: {
    id: id(),
    channel: p.manyToOne(Channel).deleteRule('cascade').index(false).unique(),
    /** The UIDVALIDITY to which the UIDs belong; null = it has not been opened yet. */
    uidValidity: p.string().nullable(),
    /** The UID of the last mail that has been read. UIDs have 32 bits without a sign, more than an integer of PostgreSQL. */
    lastUid: p.double().$type<number>().default(0),
    /** Mails with smaller UIDs than this were there when reading began, and count only where they have come `since` then. */
    firstUid: p.double().$type<number>().default(0),
    since: moment().nullable(),
    /** When it was last found to have nothing more to read, to some minutes; null = never. */
    readAt: moment().nullable(),
    /** When it is read next; while a process reads it, when that one's lease ends. Null = not until the channel changes. */
    dueAt: moment().nullable().index(),
    /** The claim of the process that reads it; null = none does. */
    leasedBy: p.string().nullable(),
    /** Attempts in a row that failed, and of these, those at which the server refused the login. */
    failures: p.integer().default(0),
    refusals: p.integer().default(0),
  },
});
