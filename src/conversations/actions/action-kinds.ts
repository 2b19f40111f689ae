import type { ActionKind } from './action-kind.ts';
import { assignAgent, removeAssignedAgent } from './assign-agent.ts';
import { assignTeam, removeAssignedTeam } from './assign-team.ts';
import { addLabel, removeLabel } from './change-labels.ts';
import { changePriority } from './change-priority.ts';
import {
  changeStatus,
  openConversation,
  pendingConversation,
  resolveConversation,
  snoozeConversation,
} from './change-status.ts';
import { muteConversation } from './mute-conversation.ts';
import { sendEmailToTeam } from './send-email-to-team.ts';
import { addPrivateNote, sendAttachment, sendMessage } from './send-message.ts';
import { sendEmailTranscript } from './send-transcript.ts';
import { sendWebhookEvent } from './send-webhook-event.ts';

/** The actions of macros, automation rules and bulk actions on a conversation, by their names in the API. */
export const actionKinds = {
  add_label: addLabel,
  add_private_note: addPrivateNote,
  assign_agent: assignAgent,
  assign_team: assignTeam,
  change_priority: changePriority,
  change_status: changeStatus,
  mute_conversation: muteConversation,
  open_conversation: openConversation,
  pending_conversation: pendingConversation,
  remove_assigned_agent: removeAssignedAgent,
  remove_assigned_team: removeAssignedTeam,
  remove_label: removeLabel,
  resolve_conversation: resolveConversation,
  send_attachment: sendAttachment,
  send_email_to_team: sendEmailToTeam,
  send_email_transcript: sendEmailTranscript,
  send_message: sendMessage,
  send_webhook_event: sendWebhookEvent,
  snooze_conversation: snoozeConversation,
} as const satisfies Record<string, ActionKind>;

export type ActionName = keyof typeof actionKinds;
