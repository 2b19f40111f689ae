import { createMessage } from '../../conversations/messages/create-message.ts';
import { findMessage, listMessages } from '../../conversations/messages/queries.ts';
import { found, notFound } from '../../errors.ts';
import { verifiedContact } from '../../http/enter-inbox.ts';
import { created, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { isPublic } from '../../records/public/public-messages.ts';
import { actorOf, findCallersConversation } from '../../records/public/contact-caller.ts';
import { list } from '../../wire/shape.ts';
import { knowsThemselves } from '../contacts/public/knows-themselves.ts';
import { checkContent, messageInput } from './message-input.ts';
import { messageRange } from './message-range.ts';
import { publicMessageShape } from './public/answers.ts';
import { presentPublicMessage, type PublicPlace } from './public/presenter.ts';
import { createPublicMessageBody, listPublicMessagesQuery, type MessageInPlace, submitBody } from './public/schema.ts';
import { submitPublicAnswer } from './public/submit-public-answer.ts';

const PAGE_SIZE = 20;

/** The messages of a contact's own conversation: neither private notes nor activities. */
export const publicMessages = routes('/contacts/:contact_identifier/conversations/:conversation_id/messages');

publicMessages.get(
  '/',
  {
    permission: 'public_message:read',
    summary: 'List the messages of a conversation to its contact',
    description:
      'The newest, oldest first; `before` and `after` are ids of messages, between which older or newer ones are listed.',
    find: conversationOf,
    query: listPublicMessagesQuery,
    page: PAGE_SIZE,
    answer: ok(list(publicMessageShape)),
  },
  async ({ tx, found: conversation, query, page, ...asked }) => {
    const range = { ...messageRange(query, page), publicOnly: true };
    const messages = await listMessages(tx, conversation.id, range);
    const place = await placeOf({ tx, ...asked }, conversation);
    return messages.map((message) => presentPublicMessage(message, place));
  },
);

publicMessages.post(
  '/',
  {
    permission: 'public_message:write',
    summary: 'Write to the team',
    description: 'Files are sent as `attachments[]` of a multipart form. `echo_id` comes back in the answer.',
    find: conversationOf,
    body: createPublicMessageBody,
    name: 'message',
    files: ['attachments[]'],
    chooseFiles(files, body, differences) {
      checkContent({ ...body, ...INCOMING }, files, differences);
      return files;
    },
    example: { content: 'Where is my parcel?', echo_id: 'draft-1' },
    answer: created(publicMessageShape),
  },
  async ({ tx, found: conversation, body, files, now, ...asked }) => {
    const input = messageInput({ ...body, ...INCOMING }, files, actorOf(verifiedContact(asked)));
    const { message } = await createMessage(tx, conversation.id, input, now);
    return presentPublicMessage(message, await placeOf({ tx, ...asked }, conversation), body.echo_id);
  },
);

publicMessages.patch(
  '/:id',
  {
    permission: 'public_message:write',
    summary: 'Answer a question of the team',
    description: 'A survey takes `csat_survey_response`, within 14 days; other questions what was chosen or filled in.',
    find: messageOf,
    body: submitBody,
    name: 'message',
    example: { submitted_values: { title: 'Yes, please', value: 'yes' } },
    answer: ok(publicMessageShape),
  },
  async ({ tx, found: place, body: { submitted_values: values }, now, ...asked }) => {
    const { conversation, message } = place;
    await submitPublicAnswer(tx, place, values, now);
    const answered = found(await findMessage(tx, conversation.id, message.id), 'Message');
    return presentPublicMessage(answered, await placeOf({ tx, ...asked }, conversation));
  },
);

const INCOMING = { message_type: 'incoming' } as const;

async function placeOf(
  { ctx, tx, publicUrl }: Pick<Asked, 'ctx' | 'tx' | 'publicUrl'>,
  { displayId }: ConversationRecord,
): Promise<PublicPlace> {
  return { displayId, publicUrl, isKnown: await knowsThemselves(tx, verifiedContact({ ctx })) };
}

type InConversation = Asked<'/contacts/:contact_identifier/conversations/:conversation_id'>;

function conversationOf({ ctx, tx, account, params }: InConversation) {
  return findCallersConversation(tx, account.id, params.conversation_id, verifiedContact({ ctx }));
}

async function messageOf(asked: InConversation & Asked<'/:id'>): Promise<MessageInPlace> {
  const conversation = await conversationOf(asked);
  const message = found(await findMessage(asked.tx, conversation.id, asked.params.id), 'Message');
  if (!isPublic(message)) throw notFound('Message');
  return { conversation, message };
}
