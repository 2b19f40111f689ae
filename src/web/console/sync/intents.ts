import type { Assignee, Conversation } from '../store/conversation.ts';
import type { Outgoing, OutgoingMessage } from '../store/outbox.ts';
import type { Recipients } from '../store/recipients.ts';
import type { Priority, Status } from '../store/wire.ts';

/** The request for something that a user does with a conversation, and how the conversation looks until it is answered. */
export type Intent = Pick<Outgoing, 'method' | 'path' | 'body' | 'message' | 'change'>;

const write = (id: number, path: string, body: object, change: Partial<Conversation>): Intent => ({
  method: 'POST',
  path: `/conversations/${id}${path}`,
  body,
  change,
});

/** The API snoozes only until a time; each message of the contact opens the conversation before it. */
const UNTIL_REPLY = '2999-12-31T00:00:00.000Z';

/** Whether a conversation is snoozed until the contact writes. */
export const isUntilReply = (until: string): boolean => Date.parse(until) >= Date.parse(UNTIL_REPLY);

/** `wanted`: when a snoozed conversation opens by itself, ISO 8601; null = when the contact writes. */
export function setStatus(id: number, status: Status, wanted: string | null = null): Intent {
  const until = status === 'snoozed' ? (wanted ?? UNTIL_REPLY) : null;
  const body = { status, ...(until !== null && { snoozed_until: until }) };
  return write(id, '/toggle_status', body, { status, snoozedUntil: until });
}

export function assign(id: number, assignee: Assignee | null): Intent {
  const body = assignee ? { assignee_id: assignee.id, assignee_type: assignee.type } : { assignee_id: 0 };
  return write(id, '/assignments', body, { assignee });
}

export const assignTeam = (id: number, teamId: number | null): Intent =>
  write(id, '/assignments', { team_id: teamId ?? 0 }, { teamId });

/** Sets all labels of the conversation. */
export const setLabels = (id: number, labels: readonly string[]): Intent =>
  write(id, '/labels', { labels }, { labels });

export const setPriority = (id: number, priority: Priority | null): Intent =>
  write(id, '/toggle_priority', { priority }, { priority });

export const setMuted = (id: number, isMuted: boolean): Intent =>
  write(id, isMuted ? '/mute' : '/unmute', {}, { isMuted });

export const markSeen = (id: number): Intent => write(id, '/update_last_seen', {}, { unreadCount: 0 });

export const markUnread = (id: number): Intent => write(id, '/unread', {}, { unreadCount: 1 });

/** `key` names the message for its author's clients. */
export function sendMessage(id: number, key: string, message: NewMessage): Intent {
  const { replyTo, recipients, template, ...shown } = message;
  const { content, isPrivate } = shown;
  const attributes = replyTo === undefined ? {} : { content_attributes: { in_reply_to: replyTo } };
  const { to, cc, bcc } = recipients ?? {};
  return {
    method: 'POST',
    path: `/conversations/${id}/messages`,
    body: {
      ...(content && { content }),
      message_type: 'outgoing',
      private: isPrivate,
      echo_id: key,
      ...attributes,
      ...(template && { template_params: template }),
      ...(to && { to_emails: to }),
      ...(cc && { cc_emails: cc }),
      ...(bcc && { bcc_emails: bcc }),
    },
    message: shown,
  };
}

export type NewMessage = OutgoingMessage & {
  /** The id of the quoted message. */
  replyTo?: number;
  /** Of a mail. */
  recipients?: Recipients;
  /** A template in place of the text: what the API calls `template_params`. */
  template?: object;
};
