import { ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { labelsShape } from '../contacts/answers.ts';
import { labelsBody } from '../contacts/schema.ts';
import { setLabels } from '../../conversations/set-labels.ts';
import { parentConversationOf } from './show-conversation.ts';

export const conversationLabels = routes('/conversations/:conversation_id/labels');

conversationLabels.get(
  '/',
  {
    permission: 'conversation:read',
    summary: 'List the labels of a conversation',
    find: parentConversationOf,
    answer: ok(labelsShape),
  },
  ({ found: { labels } }) => ({ payload: labels }),
);

conversationLabels.post(
  '/',
  {
    permission: 'conversation:write',
    summary: 'Set the labels of a conversation',
    description: 'Labels that are not in the list are removed.',
    find: parentConversationOf,
    body: labelsBody,
    example: { labels: ['billing', 'vip'] },
    answer: ok(labelsShape),
  },
  async ({ tx, caller, found: conversation, body, now }) => {
    const { labels } = await setLabels(tx, conversation.id, { labels: body.labels ?? [], actor: caller }, now);
    return { payload: labels };
  },
);
