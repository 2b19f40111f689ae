import { findMessage } from '../../../conversations/messages/queries.ts';
import { found } from '../../../errors.ts';
import { integer, object } from '../../../fields.ts';
import { ok } from '../../../http/routes/answer.ts';
import { routes } from '../../../http/routes/route.ts';
import { findVisibleConversation } from '../../../records/visible-inboxes.ts';
import { messageShape } from '../../messages/answers.ts';
import { presentMessage } from '../../messages/presenter.ts';
import { participantShape } from '../answers.ts';
import { addParticipant } from './add-participant.ts';
import { announceMeeting, createMeeting } from './create-meeting.ts';
import { conversationOfMessage } from './conversation-of-message.ts';

export const dyte = routes('/integrations/dyte');

dyte.post(
  '/create_a_meeting',
  {
    permission: 'integration:use',
    summary: 'Begin a video call',
    description: 'A message of the type `integrations` tells the contact of the conversation.',
    body: object({ conversation_id: integer().required('is missing: the number of a conversation') }),
    example: { conversation_id: 1 },
    answer: ok(messageShape),
    mayAnswer: [403, 404, 422, 503],
    // RealtimeKit makes a room for each request: where the key comes again without an answer, one stays empty.
    async ask({ app, tx, account, caller, body }) {
      const { id } = await findVisibleConversation(tx, account.id, body.conversation_id, caller);
      return { conversationId: id, meetingId: await createMeeting(app, tx, account.id, caller) };
    },
  },
  async ({ tx, caller, now, publicUrl, granted: { conversationId, meetingId } }) => {
    const { message, conversation } = await announceMeeting(tx, conversationId, meetingId, caller, now);
    return presentMessage(message, conversation.displayId, publicUrl);
  },
);

dyte.post(
  '/add_participant_to_meeting',
  {
    permission: 'integration:use',
    summary: 'Enter a video call',
    description: 'The call of the message, with the `token` that the answer has.',
    body: object({ message_id: integer().required('is missing: the id of the message of the call') }),
    example: { message_id: 1 },
    answer: ok(participantShape),
    mayAnswer: [403, 404, 422, 503],
    // It waits for another server, which must not happen inside a transaction.
    isNotRepeated: true,
  },
  async ({ app, tx, account, caller, body: { message_id: id } }) => {
    const displayId = found(await conversationOfMessage(tx, account.id, id), 'Message');
    const conversation = await findVisibleConversation(tx, account.id, displayId, caller);
    return addParticipant(app, tx, found(await findMessage(tx, conversation.id, id), 'Message'), caller);
  },
);
