import type { Tx } from '../../db/tx.ts';
import { json } from '../../db/dialect.ts';
import { found } from '../../errors.ts';
import { tell } from '../../events/tell.ts';
import { findPortalById } from '../../records/help-centre/portal.ts';
import type { InboxInput } from './inbox-input.ts';

/** The columns that `input` sets, without name, working hours and channel; undefined = unchanged. */
export function inboxColumns(input: InboxInput) {
  return {
    greeting_enabled: input.greetingEnabled,
    greeting_message: input.greetingMessage,
    enable_auto_assignment: input.enableAutoAssignment,
    auto_assignment_config: input.autoAssignmentConfig && json(input.autoAssignmentConfig),
    enable_email_collect: input.enableEmailCollect,
    working_hours_enabled: input.workingHoursEnabled,
    out_of_office_message: input.outOfOfficeMessage,
    timezone: input.timezone,
    csat_survey_enabled: input.csatSurveyEnabled,
    csat_config: input.csatConfig && json(input.csatConfig),
    allow_messages_after_resolved: input.allowMessagesAfterResolved,
    lock_to_single_conversation: input.lockToSingleConversation,
    sender_name_type: input.senderNameType,
    business_name: input.businessName,
    portal_id: input.portalId,
  };
}

/** @throws AppError `not_found` for a help centre that the account does not have */
export async function checkPortal(tx: Tx, accountId: number, portalId: number | null | undefined): Promise<void> {
  if (portalId) found(await findPortalById(tx, accountId, portalId), 'Portal');
}

/** Stores that the account's inboxes have changed, for clients with a copy; locks the account until the commit. */
export async function touchInboxes(tx: Tx, accountId: number, now: Date): Promise<void> {
  await tx.db.updateTable('accounts').set({ inboxes_changed_at: now }).where('id', '=', accountId).execute();
  await tell(tx, { is: 'cache', accountId });
}
