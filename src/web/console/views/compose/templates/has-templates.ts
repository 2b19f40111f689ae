import type { Inbox } from '../../../sync/start.ts';

export const TWILIO = 'Channel::TwilioSms';
const WHATSAPP = 'Channel::Whatsapp';

/** Whether the channel of the inbox has templates. */
export const hasTemplates = (inbox: Inbox | undefined): boolean =>
  inbox?.channel_type === WHATSAPP || (inbox?.channel_type === TWILIO && inbox.medium === 'whatsapp');
