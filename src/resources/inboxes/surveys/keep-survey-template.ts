import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Attributes } from '../../../entities/columns.ts';
import { found } from '../../../errors.ts';
import { enqueue } from '../../../queue.ts';
import type { AccountRecord } from '../../../records/account.ts';
import { MINUTE } from '../../../time.ts';
import { findInbox, lockInbox } from '../queries.ts';
import { queueSync } from '../whatsapp/sync-templates.ts';
import { setSurveyTemplate } from './set-survey-template.ts';

/** The kind of job that removes a template of surveys at the provider. */
export const REMOVE_SURVEY_TEMPLATE = 'remove_survey_template';

/**
 * Stores the template that the provider has made for the surveys of the inbox, and queues a look at its approval. The template that
 * it replaces is removed at the provider by a job.
 * @throws AppError `not_found` when the inbox has been deleted
 */
export function keepSurveyTemplate(
  tx: Tx,
  account: AccountRecord,
  inboxId: number,
  template: Attributes,
  now: Date,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockInbox(tx, inboxId);
    const inbox = found(await findInbox(tx, account.id, inboxId), 'Inbox');
    const { template: former } = inbox.csatConfig;
    await setSurveyTemplate(tx, account, inbox, template, now);
    if (former && wasMadeHere(former)) {
      const payload = { inbox_id: inboxId, template: former };
      await enqueue(tx, { kind: REMOVE_SURVEY_TEMPLATE, accountId: account.id, payload }, now);
    }
    await queueSync(tx, account.id, inbox, now, new Date(now.getTime() + MINUTE));
  });
}

/** Whether the template was made for the inbox: others, named by hand, may be used elsewhere. */
const wasMadeHere = ({ name, friendly_name: friendly }: Attributes) =>
  /^customer_satisfaction_survey_\d+(_\d+)?$/.test(String(name ?? friendly));
