import { differencesIn } from '../../dialect.ts';
import type { ConversationStatus } from '../../entities/conversation.ts';
import { empty, ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { conversationShape, customAttributesShape, toggledPriorityShape, toggledStatusShape } from './answers.ts';
import { changePriority } from '../../conversations/change-priority.ts';
import { changeStatus } from '../../conversations/status/change-status.ts';
import { markSeen } from '../../conversations/mark-seen.ts';
import { markUnread } from '../../conversations/mark-unread.ts';
import { noteTyping } from '../../conversations/note-typing.ts';
import { presentStatus } from './presenter.ts';
import {
  customAttributesBody,
  togglePriorityBody,
  toggleStatusBody,
  transcriptBody,
  TYPING_STATUSES,
  typingBody,
} from './schema.ts';
import { requestTranscript } from '../../conversations/request-transcript.ts';
import { setCustomAttributes } from '../../conversations/set-custom-attributes.ts';
import { setMuted } from '../../conversations/set-muted.ts';
import { conversationOf, showChangedConversation } from './show-conversation.ts';

const toggled = (status: ConversationStatus) => (status === 'open' ? 'resolved' : 'open');

export const conversationActions = routes('/conversations/:id');

conversationActions.post(
  '/toggle_status',
  {
    permission: 'conversation:write',
    summary: 'Change the status of a conversation',
    description:
      'Snoozing needs `snoozed_until`, when it opens again. In the dialect `chatwoot`, a snooze without it lasts until ' +
      'the contact writes, and without `status` an open conversation is resolved and any other opened.',
    find: conversationOf,
    body: toggleStatusBody,
    example: { status: 'resolved' },
    answer: ok(toggledStatusShape),
  },
  async ({ tx, caller, found: conversation, body, now }) => {
    const { snoozed_until: snoozedUntil = null, status = toggled(conversation.status) } = body;
    const isOpenEnded = differencesIn(tx.installation.dialect).takesLooseStatuses;
    const input = { status, snoozedUntil, isOpenEnded, actor: caller };
    return presentStatus(await changeStatus(tx, conversation.id, input, now));
  },
);

conversationActions.post(
  '/toggle_priority',
  {
    permission: 'conversation:write',
    summary: 'Change the priority of a conversation',
    find: conversationOf,
    body: togglePriorityBody,
    example: { priority: 'urgent' },
    answer: ok(toggledPriorityShape),
  },
  async ({ tx, caller, found: conversation, body: { priority = null }, now }) => {
    const changed = await changePriority(tx, conversation.id, { priority, actor: caller }, now);
    return { priority: changed.priority };
  },
);

conversationActions.post(
  '/toggle_typing_status',
  {
    permission: 'conversation:write',
    summary: 'Tell that somebody is writing, or no longer',
    description: 'Without `typing_status`, or with another than `on` and `off`, nothing is told.',
    find: conversationOf,
    body: typingBody,
    example: { typing_status: 'on', is_private: false },
    answer: empty,
  },
  async ({ tx, caller, found: conversation, body, now }) => {
    if (!TYPING_STATUSES.some((status) => status === body.typing_status)) return;
    const input = { isTyping: body.typing_status === 'on', isPrivate: body.is_private ?? false, actor: caller };
    await noteTyping(tx, conversation.id, input, now);
  },
);

conversationActions.post(
  '/mute',
  {
    permission: 'conversation:handle',
    summary: 'Mute a conversation',
    find: conversationOf,
    answer: ok(conversationShape),
  },
  async ({ found: conversation, ...asked }) =>
    showChangedConversation(
      asked,
      await setMuted(asked.tx, conversation.id, { muted: true, actor: asked.caller }, asked.now),
    ),
);

conversationActions.post(
  '/unmute',
  {
    permission: 'conversation:handle',
    summary: 'Unmute a conversation',
    find: conversationOf,
    answer: ok(conversationShape),
  },
  async ({ found: conversation, ...asked }) =>
    showChangedConversation(
      asked,
      await setMuted(asked.tx, conversation.id, { muted: false, actor: asked.caller }, asked.now),
    ),
);

conversationActions.post(
  '/unread',
  {
    permission: 'conversation:handle',
    summary: 'Mark a conversation as unread',
    find: conversationOf,
    answer: ok(conversationShape),
  },
  async ({ found: conversation, ...asked }) =>
    showChangedConversation(asked, await markUnread(asked.tx, conversation.id)),
);

conversationActions.post(
  '/update_last_seen',
  {
    permission: 'conversation:handle',
    summary: 'Mark a conversation as read',
    find: conversationOf,
    answer: ok(conversationShape),
  },
  async ({ found: conversation, ...asked }) =>
    showChangedConversation(asked, await markSeen(asked.tx, conversation.id, asked.caller, asked.now)),
);

conversationActions.post(
  '/custom_attributes',
  {
    permission: 'conversation:write',
    summary: 'Set the custom attributes of a conversation',
    description: 'In place of all that it has, or with `merge` beside them.',
    find: conversationOf,
    body: customAttributesBody,
    example: { custom_attributes: { order_id: 'A-1042' }, merge: true },
    answer: ok(customAttributesShape),
  },
  async ({ tx, caller, found: conversation, body, now }) => {
    const input = { customAttributes: body.custom_attributes, merge: body.merge ?? false, actor: caller };
    const changed = await setCustomAttributes(tx, conversation.id, input, now);
    return { custom_attributes: changed.customAttributes };
  },
);

conversationActions.post(
  '/transcript',
  {
    permission: 'conversation:handle',
    summary: 'Mail the transcript of a conversation',
    find: conversationOf,
    body: transcriptBody,
    example: { email: 'jane@example.com' },
    answer: empty,
  },
  ({ app, tx, found: conversation, body: { email }, now }) => {
    const perHour = app.config.rate_limit.transcripts_per_hour;
    return requestTranscript(tx, conversation, { email, perHour }, now);
  },
);
