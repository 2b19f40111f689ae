import { inList, json, withRowLock } from '../../../db/dialect.ts';
import type { RuleError } from '../../../entities/automation-rule.ts';
import { names, soughtOf } from './is-about.ts';
import type { Subject } from './subject.ts';
import { LOOKED_AT, type Sweep } from './sweep.ts';

type RuleRow = { id: number; errors: RuleError[] };

/** Removes what automation rules could not do to conversations of the contact, and what names it. The rules stay. */
export function ruleErrorsAbout(subject: Subject): Sweep<RuleRow> {
  const sought = soughtOf(subject);
  const isOfContact = ({ conversation, message }: RuleError) =>
    (conversation !== null && sought.displayIds.has(conversation)) || names(message ?? '', sought);
  return {
    read: (tx, after) =>
      tx.db
        .selectFrom('automation_rules')
        .select(['id', 'errors'])
        .where('account_id', '=', subject.accountId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(LOOKED_AT)
        .execute(),
    isAbout: ({ errors }) => errors.some(isOfContact),
    async remove(tx, ids) {
      const rules = tx.db.selectFrom('automation_rules').select(['id', 'errors']);
      const locked = withRowLock(tx, rules.where(inList(tx, 'id', JSON.stringify(ids))));
      for (const { id, errors } of await locked.execute()) {
        const others = json(errors.filter((error) => !isOfContact(error)));
        await tx.db.updateTable('automation_rules').set({ errors: others }).where('id', '=', id).execute();
      }
      return {};
    },
  };
}
