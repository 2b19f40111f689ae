import { startConversation } from '../../conversations/create-conversation.ts';
import { markSeenByContact } from '../../conversations/mark-seen-by-contact.ts';
import { noteTyping } from '../../conversations/note-typing.ts';
import { changeStatus } from '../../conversations/status/change-status.ts';
import { found } from '../../errors.ts';
import { verifiedContact } from '../../http/enter-inbox.ts';
import { created, empty, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { actorOf, findCallersConversation } from '../../records/public/contact-caller.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { list, type Shown } from '../../wire/shape.ts';
import { knowsThemselves } from '../contacts/public/knows-themselves.ts';
import { seenByThemselves } from '../contacts/public/seen-by-themselves.ts';
import { publicConversationShape } from './public/answers.ts';
import { presentPublicConversation } from './public/presenter.ts';
import { listCallersConversations, withPublicMessages } from './public/queries.ts';
import { publicTypingBody, startConversationBody } from './public/schema.ts';

const PAGE_SIZE = 100;

/** A contact's own conversations. */
export const publicConversations = routes('/contacts/:contact_identifier/conversations');

publicConversations.get(
  '/',
  {
    permission: 'public_conversation:read',
    summary: 'List the conversations of a contact to themselves',
    description: 'Oldest first within a page; page 1 has the newest. Each has its 20 newest messages.',
    find: verifiedContact,
    page: PAGE_SIZE,
    answer: ok(list(publicConversationShape)),
  },
  async ({ tx, found: caller, page, publicUrl }) => {
    const conversations = await listCallersConversations(tx, caller, page);
    const contact = await seenByThemselves(tx, caller);
    const place = { publicUrl, isKnown: await knowsThemselves(tx, caller) };
    return conversations.map((conversation) => presentPublicConversation(conversation, contact, place));
  },
);

publicConversations.post(
  '/',
  {
    permission: 'public_conversation:write',
    summary: 'Start a conversation with the team',
    description: 'In an inbox that allows only one, the newest conversation of the contact.',
    find: verifiedContact,
    body: startConversationBody,
    name: 'conversation',
    example: { custom_attributes: { order_id: 'A-1042' } },
    answer: created(publicConversationShape),
  },
  async ({ found: { contact, contactInbox }, body, ...asked }) => {
    const { tx, account, now, ctx } = asked;
    const place = { ...contactInbox, contactId: contact.id, inboxId: ctx.state.entered.inbox.id };
    const input = { ...NEW, customAttributes: body.custom_attributes ?? {} };
    return show(asked, await startConversation(tx, account, place, input, now));
  },
);

publicConversations.get(
  '/:conversation_id',
  {
    permission: 'public_conversation:read',
    summary: 'Show a conversation to its contact',
    description: 'With its 20 newest messages.',
    find: conversationOf,
    answer: ok(publicConversationShape),
  },
  ({ found: conversation, ...asked }) => show(asked, conversation),
);

publicConversations.post(
  '/:conversation_id/toggle_status',
  {
    permission: 'public_conversation:write',
    summary: 'Resolve a conversation',
    description: 'A resolved one stays resolved; the next message of the contact opens it.',
    find: conversationOf,
    answer: ok(publicConversationShape),
  },
  async ({ found: { id }, ...asked }) => {
    const input = { status: 'resolved', snoozedUntil: null, actor: actorOf(verifiedContact(asked)) } as const;
    return show(asked, await changeStatus(asked.tx, id, input, asked.now));
  },
);

publicConversations.post(
  '/:conversation_id/toggle_typing',
  {
    permission: 'public_conversation:write',
    summary: 'Tell the team that the contact is writing, or no longer',
    find: conversationOf,
    body: publicTypingBody,
    example: { typing_status: 'on' },
    answer: empty,
  },
  async ({ found: { id }, body: { typing_status: status }, ...asked }) => {
    if (status !== 'on' && status !== 'off') return;
    const typing = { isTyping: status === 'on', isPrivate: false, actor: actorOf(verifiedContact(asked)) };
    await noteTyping(asked.tx, id, typing, asked.now);
  },
);

publicConversations.post(
  '/:conversation_id/update_last_seen',
  {
    permission: 'public_conversation:write',
    summary: 'Mark a conversation as read by its contact',
    description: "The team's messages in it become read.",
    find: conversationOf,
    answer: empty,
  },
  async ({ tx, found: { id }, now }) => {
    while (!(await markSeenByContact(tx, id, now)));
  },
);

/** How a contact starts a conversation. */
const NEW = { status: null, assigneeId: null, teamId: null, additionalAttributes: {}, message: null };

type OfContact = Pick<Asked, 'ctx' | 'tx' | 'account'> & { params: { conversation_id: number } };

function conversationOf({ ctx, tx, account, params }: OfContact) {
  return findCallersConversation(tx, account.id, params.conversation_id, verifiedContact({ ctx }));
}

async function show(
  { ctx, tx, publicUrl }: Pick<Asked, 'ctx' | 'tx' | 'publicUrl'>,
  conversation: ConversationRecord,
): Promise<Shown<typeof publicConversationShape>> {
  const [shown] = await withPublicMessages(tx, [conversation]);
  const caller = verifiedContact({ ctx });
  const place = { publicUrl, isKnown: await knowsThemselves(tx, caller) };
  return presentPublicConversation(found(shown, 'Conversation'), await seenByThemselves(tx, caller), place);
}
