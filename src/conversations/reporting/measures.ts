import type { ReportingName } from '../../entities/reporting-event.ts';

/** The measure of each counted message type; private notes and activities do not count. */
export const OF_MESSAGES = { incoming: 'incoming_messages', outgoing: 'outgoing_messages' } as const;

/** The measures of an event: its number, and optionally its total duration. */
type OfEvent = { count: Measure; seconds?: Measure; businessSeconds?: Measure };

export const OF_EVENTS: { [Name in ReportingName]?: OfEvent } = {
  conversation_created: { count: 'conversations' },
  conversation_resolved: {
    count: 'resolutions',
    seconds: 'resolution_seconds',
    businessSeconds: 'resolution_business_seconds',
  },
  conversation_bot_resolved: { count: 'bot_resolutions' },
  conversation_bot_handoff: { count: 'bot_handoffs' },
  first_response: {
    count: 'first_responses',
    seconds: 'first_response_seconds',
    businessSeconds: 'first_response_business_seconds',
  },
  reply_time: { count: 'replies', seconds: 'reply_seconds', businessSeconds: 'reply_business_seconds' },
};

/** The columns of figures. */
export const MEASURES = [
  'incoming_messages',
  'outgoing_messages',
  'conversations',
  'resolutions',
  'resolution_seconds',
  'resolution_business_seconds',
  'bot_resolutions',
  'bot_handoffs',
  'first_responses',
  'first_response_seconds',
  'first_response_business_seconds',
  'replies',
  'reply_seconds',
  'reply_business_seconds',
] as const;
export type Measure = (typeof MEASURES)[number];
