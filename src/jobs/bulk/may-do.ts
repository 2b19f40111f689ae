import type { ActionName } from '../../conversations/actions/action-kinds.ts';
import { type Permission, rolesOf } from '../../http/permissions.ts';

/** The permission that each action needs, by its name: what the same change by a route of its own would need. */
const PERMISSIONS: Record<ActionName | 'delete', Permission> = {
  add_label: 'conversation:write',
  add_private_note: 'message:create',
  assign_agent: 'conversation:write',
  assign_team: 'conversation:write',
  change_priority: 'conversation:write',
  change_status: 'conversation:write',
  // Of contacts.
  delete: 'contact:delete',
  mute_conversation: 'conversation:handle',
  open_conversation: 'conversation:write',
  pending_conversation: 'conversation:write',
  remove_assigned_agent: 'conversation:write',
  remove_assigned_team: 'conversation:write',
  remove_label: 'conversation:write',
  resolve_conversation: 'conversation:write',
  send_attachment: 'message:create',
  // Where these two send to has been chosen by somebody who may: whatever an agent changes reaches webhooks, too.
  send_email_to_team: 'macro:execute',
  send_webhook_event: 'macro:execute',
  send_email_transcript: 'conversation:handle',
  send_message: 'message:create',
  snooze_conversation: 'conversation:write',
};

/** Whether the role may do the action of this name; nobody may do one that is unknown. */
export function mayDo(role: string, name: string): boolean {
  if (!Object.hasOwn(PERMISSIONS, name)) return false;
  const roles: readonly string[] = rolesOf({ permission: PERMISSIONS[name as ActionName] });
  return roles.includes(role);
}
