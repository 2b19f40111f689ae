import { EVENT_TYPES } from '../../entities/event.ts';
import { DIALECTS, type Differences } from '../../dialect.ts';
import {
  flag,
  integer,
  iso,
  list,
  named,
  nullable,
  oneOf,
  type Shape,
  shape,
  type Shown,
  text,
} from '../../wire/shape.ts';

const previousSecretUntil = {
  ...nullable(iso),
  description: 'Until when the secret before this one signs as well; null = there is none',
} as Shape<string | null>;

const properties = {
  id: integer,
  account_id: integer,
  url: text,
  name: nullable(text),
  subscriptions: list(oneOf(EVENT_TYPES)),
  dialect: nullable(oneOf(DIALECTS)),
  inbox_id: nullable(integer),
  inbox: nullable(shape({ id: integer, name: text })),
  previous_secret_until: previousSecretUntil,
  enabled: flag,
  disabled_at: nullable(iso),
  disabled_reason: nullable(text),
  loop_stopped_at: nullable(iso),
  loop_conversation_id: nullable(integer),
};

/** A token that may only read is not shown the secret. */
export const webhookShape = named('Webhook', properties, { secret: text });

/** The list as Chatwoot answers it. */
const wrappedWebhooksShape = shape({ payload: shape({ webhooks: list(webhookShape) }) });

export const webhookListShape = ({ wrapsWebhooks }: Differences): Shape<WebhookList> =>
  wrapsWebhooks ? wrappedWebhooksShape : list(webhookShape);

export type WebhookList = readonly Shown<typeof webhookShape>[] | Shown<typeof wrappedWebhooksShape>;

export const writtenWebhookShape = named('WrittenWebhook', {
  ...properties,
  secret: text,
  payload: shape({ webhook: webhookShape }),
});
