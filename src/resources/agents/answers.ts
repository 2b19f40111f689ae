import { agentShape } from '../../wire/agent-block.ts';
import { integer, list, named, nullable, propertiesOf, text } from '../../wire/shape.ts';

/** An agent who was just invited, with the inboxes that they are in. */
export const invitedAgentShape = named('InvitedAgent', {
  ...propertiesOf(agentShape),
  inbox_ids: list(integer),
  notice: nullable(text),
});

/** The notice for an agent who is in no inbox. */
export const NO_INBOX =
  'This agent sees no inbox yet: add them with POST inbox_members, or give inbox_ids when you invite somebody';
