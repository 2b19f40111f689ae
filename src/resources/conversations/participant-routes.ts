import { agentBlock, agentShape } from '../../wire/agent-block.ts';
import { type AgentFilter, readAgents } from '../../records/read-agents.ts';
import { created, empty, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { list } from '../../wire/shape.ts';
import { addParticipants } from '../../conversations/participants/add-participants.ts';
import { removeParticipants } from '../../conversations/participants/remove-participants.ts';
import { participantsBody } from './schema.ts';
import { setParticipants } from '../../conversations/participants/set-participants.ts';
import { parentConversationOf } from './show-conversation.ts';

const participantsShape = list(agentShape);
const example = { user_ids: [1] };

export const participants = routes('/conversations/:conversation_id/participants');

participants.get(
  '/',
  {
    permission: 'conversation:list',
    summary: 'List the participants of a conversation',
    find: parentConversationOf,
    answer: ok(participantsShape),
  },
  ({ found: { id }, ...asked }) => showAgents(asked, { conversationId: id }),
);

participants.post(
  '/',
  {
    permission: 'conversation:handle',
    summary: 'Add participants to a conversation',
    find: parentConversationOf,
    body: participantsBody,
    example,
    answer: created(participantsShape),
  },
  async ({ found: conversation, body, ...asked }) =>
    showAgents(asked, { ids: await addParticipants(asked.tx, conversation.id, body.user_ids, asked.now) }),
);

participants.patch(
  '/',
  {
    permission: 'conversation:handle',
    summary: 'Set the participants of a conversation',
    find: parentConversationOf,
    body: participantsBody,
    example,
    answer: ok(participantsShape),
  },
  async ({ found: conversation, body, ...asked }) => {
    await setParticipants(asked.tx, conversation.id, body.user_ids, asked.now);
    return showAgents(asked, { conversationId: conversation.id });
  },
);

participants.delete(
  '/',
  {
    permission: 'conversation:handle',
    summary: 'Remove participants from a conversation',
    find: parentConversationOf,
    body: participantsBody,
    example,
    answer: empty,
  },
  ({ tx, found: conversation, body }) => removeParticipants(tx, conversation.id, body.user_ids),
);

async function showAgents({ tx, account, now }: Pick<Asked, 'tx' | 'account' | 'now'>, which: AgentFilter) {
  const agents = await readAgents(tx, account.id, which);
  return agents.map((agent) => agentBlock(agent, account.id, now));
}
