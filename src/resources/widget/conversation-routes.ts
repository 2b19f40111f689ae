import { found } from '../../errors.ts';
import { created, ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { admit, knownVisitor, visitorOf } from '../../http/widget/enter-widget.ts';
import { withPublicMessages } from '../conversations/public/queries.ts';
import { messageInput } from '../messages/message-input.ts';
import { currentConversationShape, startedConversationShape } from './answers.ts';
import { findCurrentConversation } from './conversation/current-conversation.ts';
import { originOf } from './conversation/origin.ts';
import { presentVisitor } from './visitor/present-visitor.ts';
import { presentCurrentConversation } from './presenter.ts';
import { presentPublicMessage } from '../messages/public/presenter.ts';
import { knowsThemselves } from '../contacts/public/knows-themselves.ts';
import { saidInForm } from './visitor/said-of-contact.ts';
import { startConversationBody } from './schema.ts';
import { startByVisitor } from './conversation/start-by-visitor.ts';
import { tokensOf } from './tokens.ts';

/** A visitor's conversation, which is their newest. */
export const widgetConversations = routes('/conversations');

widgetConversations.get(
  '/',
  {
    permission: 'widget:read',
    summary: "Show a visitor's conversation",
    find: visitorOf,
    answer: ok(currentConversationShape),
  },
  async ({ tx, ctx, found: visitor }) => {
    const conversation = await findCurrentConversation(tx, ctx.state.widget.inbox.id, visitor);
    return conversation ? presentCurrentConversation(conversation) : {};
  },
);

widgetConversations.post(
  '/',
  {
    permission: 'widget:write',
    summary: 'Start a conversation from a website',
    description:
      "With what the visitor filled in before, and with the first message. An address that another contact has is kept as a claim, and the team decides. Without a visitor's token, the answer has a new one. In an inbox that allows only one conversation, it is continued.",
    find: knownVisitor,
    body: startConversationBody,
    example: {
      contact: { name: 'Carla Contact', email: 'carla@example.com' },
      message: { content: 'Where is my parcel?', referer_url: 'https://shop.example.com/parcels' },
      custom_attributes: { order_id: 'A-1042' },
    },
    answer: created(startedConversationShape),
  },
  async ({ tx, ctx, found: visitor, body, now, publicUrl }) => {
    const said = body.contact ? saidInForm(body.contact) : null;
    await admit({ ctx }, visitor, said ?? {});
    const { inbox } = ctx.state.widget;
    const input = {
      said,
      message: body.message?.content?.trim() ? messageInput({ ...body.message, ...INCOMING }, [], null) : null,
      customAttributes: body.custom_attributes ?? {},
      additionalAttributes: originOf(ctx.headers, body.message ?? {}, now),
      labels: body.labels ?? [],
    };
    const started = await startByVisitor(tx, inbox, visitor, input, now);
    const [shown] = await withPublicMessages(tx, [started.conversation]);
    const { conversation, messages } = found(shown, 'Conversation');
    const isKnown = await knowsThemselves(tx, started.visitor);
    const place = { displayId: conversation.displayId, publicUrl, isKnown };
    return {
      ...presentCurrentConversation(conversation),
      messages: messages.map((message) => presentPublicMessage(message, place)),
      custom_attributes: conversation.customAttributes,
      contact: await presentVisitor(tx, started.visitor),
      ...(visitor === null && tokensOf(tx, inbox.id, started.visitor, now)),
    };
  },
);

const INCOMING = { message_type: 'incoming' } as const;
