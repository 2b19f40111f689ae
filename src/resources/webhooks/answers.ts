import { EVENT_TYPES } from '../../entities/event.ts';
import { flag, integer, iso, list, named, nullable, oneOf, propertiesOf, shape, text } from '../../wire/shape.ts';

export const webhookShape = named('Webhook', {
  id: integer,
  account_id: integer,
  url: text,
  name: nullable(text),
  subscriptions: list(oneOf(EVENT_TYPES)),
  inbox_id: nullable(integer),
  inbox: nullable(shape({ id: integer, name: text })),
  secret: text,
  enabled: flag,
  disabled_at: nullable(iso),
  disabled_reason: nullable(text),
  loop_stopped_at: nullable(iso),
  loop_conversation_id: nullable(integer),
});

export const writtenWebhookShape = named('WrittenWebhook', {
  ...propertiesOf(webhookShape),
  payload: shape({ webhook: webhookShape }),
});
