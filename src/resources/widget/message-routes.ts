import { findMessage, listMessages } from '../../conversations/messages/queries.ts';
import { found } from '../../errors.ts';
import { created, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { admit, knownVisitor, mayAttach, visitorOf } from '../../http/widget/enter-widget.ts';
import { unixSeconds } from '../../time.ts';
import { checkContent, messageInput } from '../messages/message-input.ts';
import { messageRange } from '../messages/message-range.ts';
import { filled } from '../contacts/contact-input.ts';
import { submitPublicAnswer } from '../messages/public/submit-public-answer.ts';
import { answeredShape, messageListShape, widgetMessageShape } from './answers.ts';
import { answerWithEmail } from './conversation/answer-with-email.ts';
import { findCurrentConversation, readOwnMessage } from './conversation/current-conversation.ts';
import { presentVisitor } from './visitor/present-visitor.ts';
import { knowsThemselves } from '../contacts/public/knows-themselves.ts';
import { originOf } from './conversation/origin.ts';
import { presentWidgetMessage } from './presenter.ts';
import { presentPublicMessage } from '../messages/public/presenter.ts';
import { answerBody, createMessageBody, listMessagesQuery } from './schema.ts';
import { tokensOf } from './tokens.ts';
import { writeToTeam } from './conversation/write-to-team.ts';

const PAGE_SIZE = 20;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const INCOMING = { message_type: 'incoming' } as const;

/** The messages of a visitor's conversation: neither private notes nor activities. */
export const widgetMessages = routes('/messages');

widgetMessages.get(
  '/',
  {
    permission: 'widget:read',
    summary: "List the messages of a visitor's conversation",
    description:
      'The newest, oldest first; `before` and `after` are ids of messages, between which older or newer ones are listed.',
    find: currentConversation,
    query: listMessagesQuery,
    page: PAGE_SIZE,
    answer: ok(messageListShape),
  },
  async ({ tx, ctx, found: conversation, query, page, publicUrl }) => {
    if (!conversation) return { payload: [], meta: { contact_last_seen_at: 0 } };
    const messages = await listMessages(tx, conversation.id, { ...messageRange(query, page), publicOnly: true });
    const isKnown = await knowsThemselves(tx, visitorOf({ ctx }));
    const place = { displayId: conversation.displayId, publicUrl, isKnown };
    return {
      payload: messages.map((message) => presentPublicMessage(message, place)),
      meta: { contact_last_seen_at: unixSeconds(conversation.contactLastSeenAt) },
    };
  },
);

widgetMessages.post(
  '/',
  {
    permission: 'widget:write',
    summary: 'Write to the team from a website',
    description:
      "Without a conversation, this begins one, which alone takes `custom_attributes` and `labels`. Without a visitor's token, the answer has a new one. An `echo_id` that is a UUID becomes the `source_id`: a message that comes again is answered as it is. Files are sent as `message[attachments][]` of a multipart form, or named by the signed ids of files that have been uploaded.",
    find: knownVisitor,
    body: createMessageBody,
    name: 'message',
    files: ['attachments[]'],
    takesBlobs: true,
    chooseFiles(files, body, differences) {
      checkContent({ ...body, ...INCOMING }, files, differences);
      return files;
    },
    example: { content: 'Where is my parcel?', echo_id: 'draft-1' },
    answer: created(widgetMessageShape),
  },
  async ({ tx, ctx, found: visitor, body, files, now, publicUrl }) => {
    await admit({ ctx }, visitor);
    if (files.length > 0) mayAttach({ ctx });
    const { inbox } = ctx.state.widget;
    const replyTo = body.reply_to ?? null;
    const message = messageInput(
      {
        content: body.content,
        echo_id: body.echo_id,
        source_id: durableId(body.echo_id),
        content_attributes: replyTo === null ? {} : { in_reply_to: replyTo },
        ...INCOMING,
      },
      files,
      null,
    );
    const input = {
      message,
      customAttributes: body.custom_attributes ?? {},
      additionalAttributes: originOf(ctx.headers, body, now),
      labels: body.labels ?? [],
    };
    const written = await writeToTeam(tx, inbox, visitor, input, now);
    const isKnown = await knowsThemselves(tx, written.visitor);
    const place = { displayId: written.conversation.displayId, publicUrl, isKnown };
    return {
      ...presentWidgetMessage(written.message, place, body.echo_id),
      ...(visitor === null && tokensOf(tx, inbox.id, written.visitor, now)),
    };
  },
);

widgetMessages.patch(
  '/:id',
  {
    permission: 'widget:write',
    summary: 'Answer a question of the team on a website',
    description:
      "A survey takes `csat_survey_response`, within 14 days; the question for an e-mail address `contact`, which is written down as the visitor's; others what was chosen or filled in.",
    find: messageOf,
    body: answerBody,
    name: 'message',
    example: { submitted_values: { title: 'Yes, please', value: 'yes' } },
    answer: ok(answeredShape),
  },
  async ({ found: place, body, ...asked }) => {
    const { tx, ctx, now, publicUrl } = asked;
    const { conversation, message } = place;
    const visitor = visitorOf({ ctx });
    const { inbox } = ctx.state.widget;
    if ('contact' in body) await admit({ ctx }, visitor, { email: body.contact.email });
    const answerer =
      'contact' in body ? await answerWithEmail(tx, inbox, visitor, place, emailIn(body.contact), now) : visitor;
    if (!('contact' in body)) await submitPublicAnswer(tx, place, body.submitted_values, now);
    const answered = found(await findMessage(tx, conversation.id, message.id), 'Message');
    const isKnown = await knowsThemselves(tx, answerer);
    return {
      ...presentPublicMessage(answered, { displayId: conversation.displayId, publicUrl, isKnown }),
      contact: await presentVisitor(tx, answerer),
    };
  },
);

/** A unique id that recognizes a repeated message; null = the client gave none. */
function durableId(echoId: string | number | null | undefined): string | null {
  return typeof echoId === 'string' && UUID.test(echoId) ? echoId.toLowerCase() : null;
}

function currentConversation({ tx, ctx }: Asked) {
  return findCurrentConversation(tx, ctx.state.widget.inbox.id, visitorOf({ ctx }));
}

function messageOf({ tx, ctx, params }: Asked<'/:id'>) {
  return readOwnMessage(tx, ctx.state.widget.inbox.id, visitorOf({ ctx }), params.id);
}

function emailIn({ email, name }: { email: string; name?: string | null | undefined }) {
  return { email, name: filled(name) ?? undefined };
}
