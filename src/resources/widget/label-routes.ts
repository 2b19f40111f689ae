import { noContent } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { visitorOf } from '../../http/widget/enter-widget.ts';
import { labelConversation, unlabelConversation } from './conversation/label-conversation.ts';
import { labelBody } from './schema.ts';

/** The labels of a visitor's conversation. */
export const widgetLabels = routes('/labels');

widgetLabels.post(
  '/',
  {
    permission: 'widget:write',
    summary: "Add a label to a visitor's conversation",
    description: 'Nothing happens without a conversation, and for a label that the account does not have.',
    find: visitorOf,
    body: labelBody,
    example: { label: 'vip' },
    answer: noContent,
  },
  ({ tx, ctx, found: visitor, body, now }) => labelConversation(tx, ctx.state.widget.inbox, visitor, body.label, now),
);

widgetLabels.delete(
  '/:label',
  {
    permission: 'widget:write',
    summary: "Take a label off a visitor's conversation",
    find: visitorOf,
    answer: noContent,
  },
  ({ tx, ctx, found: visitor, params, now }) =>
    unlabelConversation(tx, ctx.state.widget.inbox, visitor, params.label, now),
);
