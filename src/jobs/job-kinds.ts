import { assignWaiting } from './assignment/assign-waiting.ts';
import { revokeAuthorization } from './authorizations/revoke-authorization.ts';
import { backUp } from './backups/back-up.ts';
import { convertAttributes } from './convert-attributes.ts';
import { deleteAccount } from './deletions/delete-account.ts';
import { deleteInbox } from './deletions/delete-inbox.ts';
import { deletePortal } from './deletions/delete-portal.ts';
import { exportContacts } from './export-contacts.ts';
import { ASSIGN_WAITING } from '../conversations/assignment/ask-to-assign.ts';
import { CONTINUING } from '../conversations/continuity/plan-continuity.ts';
import { REPLAY } from '../resources/webhooks/replay/replay-job.ts';
import { CONVERT_ATTRIBUTES } from '../resources/custom_attribute_definitions/convert-values.ts';
import { REMOVE_SURVEY_TEMPLATE } from '../resources/inboxes/surveys/keep-survey-template.ts';
import { SYNC_TEMPLATES } from '../resources/inboxes/whatsapp/sync-templates.ts';
import { ERASE_CONTACT } from '../resources/privacy/erasure/request-erasure.ts';
import { eraseContact } from './retention/erase-contact.ts';
import { fetchAvatar } from './fetch-avatar.ts';
import { foldSearch } from './fold-search.ts';
import { fetchFiles } from './receiving/fetch-files.ts';
import { MARK_READ } from '../conversations/mark-seen.ts';
import { markRead } from './receiving/mark-read.ts';
import { receiveEvents } from './receiving/receive-events.ts';
import { registerChannel } from './receiving/register-channel.ts';
import { fetchMessageTemplates } from './templates/fetch-message-templates.ts';
import { removeSurveyTemplate } from './templates/remove-survey-template.ts';
import { sendPush } from './notifications/send-push.ts';
import type { JobHandler } from './queue/handler.ts';
import { importContacts } from './import-contacts.ts';
import { makeThumbnail } from './make-thumbnail.ts';
import { mailKinds } from './mails/mails.ts';
import { postEvent } from './deliveries/post-event.ts';
import { replayDeliveries } from './deliveries/replay-deliveries.ts';
import { removeFiles } from './remove-files.ts';
import { renameLabel } from './rename-label.ts';
import { continueByEmail } from './sending/continue-by-email.ts';
import { sendingKinds } from './sending/send-message.ts';
import { runBulkAction } from './bulk/run-bulk-action.ts';
import { POST_EVENT } from '../events/posted-event.ts';
import { RUN_RULES } from '../events/trigger-rules.ts';
import { SEND_CAMPAIGN } from '../resources/campaigns/sending/begin-campaign.ts';
import { runRules } from './rules/run-rules.ts';
import { RECEIVE_SLACK } from '../resources/integrations/slack/keep-written.ts';
import { TELL_SLACK } from '../events/trigger-slack.ts';
import { receiveSlack } from './slack/receive-slack.ts';
import { tellSlack } from './slack/tell-slack.ts';
import { sendCampaign } from './campaigns/send-campaign.ts';
import { timetableKinds } from './timetable.ts';

/** The handler for each kind of job (src/queue.ts). Jobs of a kind without one stay pending. */
export const jobKinds = {
  [ASSIGN_WAITING]: assignWaiting,
  [CONTINUING]: continueByEmail,
  back_up: backUp,
  [CONVERT_ATTRIBUTES]: convertAttributes,
  delete_account: deleteAccount,
  delete_inbox: deleteInbox,
  delete_portal: deletePortal,
  [ERASE_CONTACT]: eraseContact,
  export_contacts: exportContacts,
  fetch_avatar: fetchAvatar,
  fetch_files: fetchFiles,
  import_contacts: importContacts,
  fold_search: foldSearch,
  make_thumbnail: makeThumbnail,
  [MARK_READ]: markRead,
  [POST_EVENT]: postEvent,
  receive_events: receiveEvents,
  register_channel: registerChannel,
  remove_files: removeFiles,
  [REMOVE_SURVEY_TEMPLATE]: removeSurveyTemplate,
  rename_label: renameLabel,
  revoke_authorization: revokeAuthorization,
  run_bulk_action: runBulkAction,
  [RUN_RULES]: runRules,
  [RECEIVE_SLACK]: receiveSlack,
  [TELL_SLACK]: tellSlack,
  [SEND_CAMPAIGN]: sendCampaign,
  send_push: sendPush,
  [REPLAY]: replayDeliveries,
  [SYNC_TEMPLATES]: fetchMessageTemplates,
  ...mailKinds,
  ...sendingKinds,
  ...timetableKinds,
} as const satisfies Record<string, JobHandler>;
