import type { RecordedEventType } from '../../entities/event.ts';
import { payloadShapes } from '../../wire/payload-shapes.ts';
import type { Differences } from '../../dialect.ts';
import type { Shape } from '../../wire/shape.ts';
import { exampleOf } from './examples.ts';

/** A summary and description of each event. */
const WHAT: Record<RecordedEventType, [summary: string, description?: string]> = {
  conversation_created: ['A conversation began'],
  conversation_status_changed: [
    'The status of a conversation changed',
    'Followed by `conversation_updated` with all that changed.',
  ],
  conversation_updated: ['A conversation changed'],
  message_created: ['A message was created', 'Private notes too; what the system notes in a conversation is not told.'],
  message_updated: ['A message changed', 'Its status, its content, or what the contact answered to it.'],
  contact_created: ['A contact was created'],
  contact_updated: ['A contact changed'],
  conversation_typing_on: ['Somebody began to write'],
  conversation_typing_off: ['Somebody ceased to write'],
  webwidget_triggered: [
    'A visitor opened the widget',
    'For webhooks, and for the bot of the inbox; somebody new is a contact from then on, where one of them hears of it.',
  ],
  inbox_created: ['An inbox was created'],
  inbox_updated: ['The settings of an inbox changed'],
  conversation_opened: ['A conversation was opened', 'For the bots of the conversation alone.'],
  conversation_resolved: ['A conversation was resolved', 'For the bots of the conversation alone.'],
  conversation_bot_handoff: [
    'A bot handed a conversation over',
    'It opened a pending one, for the team to answer. For the bots of the conversation alone.',
  ],
  conversation_bot_resolved: ['A bot resolved a conversation', 'For the bots of the conversation alone.'],
};

/** The name of the document's section of events. */
export const EVENTS_TAG = 'events';

type DeliveryHeader = { name: string; always?: boolean; description: string };

const SIGNED = 'where the receiver has a secret';
/** The headers of each delivery (resources/webhooks/deliveries/sign.ts); signatures only with a secret. */
const HEADERS: DeliveryHeader[] = [
  { name: 'X-Parley-Event', always: true, description: 'The type of the event' },
  { name: 'X-Parley-Event-Id', always: true, description: 'The number of the event, as in `event_id`' },
  {
    name: 'X-Parley-Delivery',
    always: true,
    description: 'The number of the delivery, the same for every attempt; sent along with a change that answers it',
  },
  {
    name: 'X-Parley-Chain',
    always: true,
    description: 'How many automatic changes in a row its conversation had; 0 = none',
  },
  { name: 'X-Chatwoot-Delivery', always: true, description: 'The same as `X-Parley-Delivery`' },
  {
    name: 'X-Parley-Signature',
    description: `HMAC-SHA256 of the body in hex, ${SIGNED}; within a day after a new secret, by the former one`,
  },
  { name: 'webhook-id', description: `Standard Webhooks: names the event, ${SIGNED}` },
  { name: 'webhook-timestamp', description: `Standard Webhooks: Unix seconds of the attempt, ${SIGNED}` },
  {
    name: 'webhook-signature',
    description: `Standard Webhooks: \`v1,\` and the signature in base64, ${SIGNED}; two with a space between them within a day after a new secret, the first by that`,
  },
  { name: 'X-Chatwoot-Timestamp', description: `Unix seconds of the attempt, ${SIGNED}` },
  {
    name: 'X-Chatwoot-Signature',
    description: `\`sha256=\` and the HMAC-SHA256 of \`timestamp.body\` in hex, ${SIGNED}; within a day after a new secret, by the former one`,
  },
];

/** The headers of deliveries as components, referenced by the document's webhooks. */
export const deliveryHeaders: Record<string, object> = Object.fromEntries(
  HEADERS.map(({ name, always = false, description }) => [
    componentOf(name),
    { name, in: 'header', required: always, description, schema: { type: 'string' } },
  ]),
);

const RESPONSES = {
  '2XX': { description: 'The receiver has it' },
  '410': { description: 'The receiver wants no more: the webhook is disabled' },
  default: { description: 'It is sent again later; `Retry-After` may say when' },
};

/** The document's webhooks: what receivers get, by type of event, unless they have another dialect of their own. */
export function webhooksOf(differences: Differences) {
  return Object.fromEntries(
    Object.entries(payloadShapes).map(([type, schema]) => [
      type,
      { post: delivery(type as RecordedEventType, schema, differences) },
    ]),
  );
}

/** The meaning of `id`, except for a webhook with another dialect. */
const OF_EVENT = '`id` is the number of the event.';
const OF_SUBJECT = '`id` is the number of what the event is about.';

export type Delivery = ReturnType<typeof delivery>;

function delivery(type: RecordedEventType, schema: Shape, { namesSubjects }: Differences) {
  const [summary, description] = WHAT[type];
  return {
    operationId: `receive_${type}`,
    summary,
    description: [...(description ? [description] : []), namesSubjects ? OF_SUBJECT : OF_EVENT].join(' '),
    tags: [EVENTS_TAG],
    security: [],
    parameters: HEADERS.map(({ name }) => ({ $ref: `#/components/parameters/${componentOf(name)}` })),
    requestBody: { required: true, content: { 'application/json': { schema, example: exampleEvent(type) } } },
    responses: RESPONSES,
  };
}

/** An example of the payload of an event, for the document and for samples. */
export function exampleEvent(type: RecordedEventType): Record<string, unknown> {
  return exampleOf(payloadShapes[type]) as Record<string, unknown>;
}

/** The component name of a header: WebhookId for webhook-id. */
function componentOf(header: string): string {
  return header.replaceAll(/(?:^|-)([a-z])/gi, (_, letter: string) => letter.toUpperCase());
}
