import { markSeenByContact } from '../../conversations/mark-seen-by-contact.ts';
import { noteTyping } from '../../conversations/note-typing.ts';
import { requestTranscript } from '../../conversations/request-transcript.ts';
import { setCustomAttributes } from '../../conversations/set-custom-attributes.ts';
import { changeStatus } from '../../conversations/status/change-status.ts';
import { accessDenied, invalid } from '../../errors.ts';
import { empty, noContent, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { visitorOf } from '../../http/widget/enter-widget.ts';
import { mailAddressOf } from '../../records/public/mail-address.ts';
import { actorOf } from '../../records/public/contact-caller.ts';
import { publicTypingBody } from '../conversations/public/schema.ts';
import { changedConversationShape } from './answers.ts';
import { findCurrentConversation, readCurrentConversation } from './conversation/current-conversation.ts';
import { removeCustomAttributes } from './conversation/remove-custom-attributes.ts';
import { presentCurrentConversation } from './presenter.ts';
import { customAttributesBody, destroyConversationAttributesBody } from './schema.ts';

/** What a visitor does with their conversation. */
export const widgetActions = routes('/conversations');

widgetActions.get(
  '/toggle_status',
  {
    permission: 'widget:write',
    summary: 'Resolve the conversation of a visitor',
    description: 'Where the inbox lets visitors end conversations. It stays resolved until the visitor writes again.',
    find: conversationOf,
    answer: empty,
  },
  async ({ tx, ctx, found: { id }, now }) => {
    const { inbox } = ctx.state.widget;
    const features = inbox.settings['selected_feature_flags'];
    if (!Array.isArray(features) || !features.includes('end_conversation')) {
      throw accessDenied('this inbox does not let visitors end conversations');
    }
    const input = { status: 'resolved', snoozedUntil: null, actor: actorOf(visitorOf({ ctx })) } as const;
    await changeStatus(tx, id, input, now);
  },
);

widgetActions.post(
  '/toggle_typing',
  {
    permission: 'widget:write',
    summary: 'Tell the team that a visitor is writing, or no longer',
    find: conversationOf,
    body: publicTypingBody,
    example: { typing_status: 'on' },
    answer: empty,
  },
  async ({ tx, ctx, found: { id }, body: { typing_status: status }, now }) => {
    if (status !== 'on' && status !== 'off') return;
    await noteTyping(tx, id, { isTyping: status === 'on', isPrivate: false, actor: actorOf(visitorOf({ ctx })) }, now);
  },
);

widgetActions.post(
  '/update_last_seen',
  {
    permission: 'widget:write',
    summary: 'Mark the conversation of a visitor as read by them',
    description: "The team's messages in it become read. Nothing happens without a conversation.",
    find: visitorOf,
    answer: empty,
  },
  async ({ tx, ctx, found: visitor, now }) => {
    const conversation = await findCurrentConversation(tx, ctx.state.widget.inbox.id, visitor);
    if (!conversation) return;
    while (!(await markSeenByContact(tx, conversation.id, now)));
  },
);

widgetActions.post(
  '/transcript',
  {
    permission: 'widget:write',
    summary: 'Mail a visitor the transcript of their conversation',
    description:
      'Once somebody of the team has answered. At most five an hour to one address; all visitors together get half of what the account may have sent, and 20 an hour to addresses that nobody has answered a mail from, or proved. To these, what the visitor wrote is without links and files.',
    find: conversationOf,
    answer: empty,
    mayAnswer: [422],
  },
  async ({ app, tx, ctx, found: conversation, now }) => {
    const email = mailAddressOf(conversation);
    if (email === null) throw invalid('Validation failed', 'the visitor has given no e-mail address', ['email']);
    await ctx.state.visitorLimits.consumeTranscript(visitorOf({ ctx }).contactInbox.id);
    const perHour = app.config.rate_limit.transcripts_per_hour;
    await requestTranscript(tx, conversation, { email, perHour, isByContact: true }, now);
  },
);

widgetActions.post(
  '/set_custom_attributes',
  {
    permission: 'widget:write',
    summary: 'Set the custom attributes of the conversation of a visitor',
    description: 'In place of all that it has.',
    find: conversationOf,
    body: customAttributesBody,
    example: { custom_attributes: { order_id: 'A-1042' } },
    answer: noContent,
  },
  async ({ tx, ctx, found: { id }, body, now }) => {
    const input = { customAttributes: body.custom_attributes, merge: false, actor: actorOf(visitorOf({ ctx })) };
    await setCustomAttributes(tx, id, input, now);
  },
);

widgetActions.post(
  '/destroy_custom_attributes',
  {
    permission: 'widget:write',
    summary: 'Remove custom attributes of the conversation of a visitor',
    find: conversationOf,
    body: destroyConversationAttributesBody,
    example: { custom_attribute: ['order_id'] },
    answer: ok(changedConversationShape),
  },
  async ({ tx, ctx, found: { id }, body, now }) => {
    const names = [...(body.custom_attribute ?? []), ...(body.custom_attributes ?? [])];
    const changed = await removeCustomAttributes(tx, id, { names, actor: actorOf(visitorOf({ ctx })) }, now);
    return { ...presentCurrentConversation(changed), custom_attributes: changed.customAttributes };
  },
);

function conversationOf({ tx, ctx }: Asked) {
  return readCurrentConversation(tx, ctx.state.widget.inbox.id, visitorOf({ ctx }));
}
