import { integer, object } from '../../fields.ts';
import { ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { visitorOf } from '../../http/widget/enter-widget.ts';
import { actorOf } from '../../records/public/contact-caller.ts';
import { participantShape } from '../integrations/answers.ts';
import { addParticipant } from '../integrations/dyte/add-participant.ts';
import { readOwnMessage } from './conversation/current-conversation.ts';

/** The account's integrations for visitors. */
export const widgetIntegrations = routes('/integrations');

widgetIntegrations.post(
  '/dyte/add_participant_to_meeting',
  {
    permission: 'widget:write',
    summary: 'Enter a video call from a website',
    description: 'The call that the message tells the visitor of, with the `token` that the answer has.',
    find: visitorOf,
    body: object({ message_id: integer().required('is missing: the id of the message of the call') }),
    example: { message_id: 1 },
    answer: ok(participantShape),
    mayAnswer: [404, 422, 503],
    // It waits for another server, which must not happen inside a transaction.
    isNotRepeated: true,
  },
  async ({ app, tx, ctx, found: visitor, body }) => {
    const { message } = await readOwnMessage(tx, ctx.state.widget.inbox.id, visitor, body.message_id);
    return addParticipant(app, tx, message, actorOf(visitor));
  },
);
