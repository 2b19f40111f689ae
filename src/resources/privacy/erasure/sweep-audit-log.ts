import { inList, json } from '../../../db/dialect.ts';
import type { Attributes } from '../../../entities/columns.ts';
import { names, soughtOf, textsIn } from './is-about.ts';
import type { Subject } from './subject.ts';
import { LOOKED_AT, type Sweep } from './sweep.ts';

type EntryRow = { id: number; changes: Attributes };

/** Entries about users, even if a contact has the same address. */
const NOT_ABOUT_CONTACTS = ['Account', 'AccessToken', 'AccountUser', 'LoginLink', 'Session', 'User', 'Webhook'];

/** Empties the changes that the audit log tells where they name the contact; who changed what stays. */
export function entriesAbout(subject: Subject): Sweep<EntryRow> {
  const sought = soughtOf(subject);
  return {
    read: (tx, after) =>
      tx.db
        .selectFrom('audit_logs')
        .select(['id', 'changes'])
        .where('account_id', '=', subject.accountId)
        .where('auditable_type', 'not in', NOT_ABOUT_CONTACTS)
        .where('id', '>', after)
        .orderBy('id')
        .limit(LOOKED_AT)
        .execute(),
    isAbout: ({ changes }) => names(textsIn(changes), sought),
    async remove(tx, ids) {
      await tx.db
        .updateTable('audit_logs')
        .set({ changes: json({}) })
        .where(inList(tx, 'id', JSON.stringify(ids)))
        .execute();
      return { audit_logs: ids.length };
    },
  };
}
