import { AVAILABILITIES } from '../entities/account-user.ts';
import { attributes, either, flag, integer, named, nullable, oneOf, shape, text } from './shape.ts';

// The senders of messages in events, which have more keys than those in answers.

const common = <const T extends string>(type: T) => ({
  id: integer,
  name: text,
  type: oneOf([type]),
  avatar_url: text,
  thumbnail: text,
});

const user = { available_name: text, email: nullable(text), availability_status: oneOf(AVAILABILITIES) };

const contact = {
  email: nullable(text),
  phone_number: nullable(text),
  identifier: nullable(text),
  account: shape({ id: integer, name: text }),
  avatar: text,
  blocked: flag,
  additional_attributes: attributes,
  custom_attributes: attributes,
};

/** Inside of a message. */
export const eventSenderShape = nullable(
  either(
    named('EventUserSender', { ...common('User'), ...user }),
    named('EventContactSender', { ...common('Contact'), ...contact }),
    named('EventAgentBotSender', common('AgentBot')),
  ),
);

/** With Chatwoot's spelling of the type. */
export const senderInLowerCaseShape = either(
  named('FlatUserSender', { ...common('user'), ...user }),
  named('FlatContactSender', { ...common('contact'), ...contact }),
  named('FlatAgentBotSender', common('agent_bot')),
);

/** At the top of an event. */
export const flatSenderShape = nullable(senderInLowerCaseShape);
