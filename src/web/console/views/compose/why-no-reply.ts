import type { TextKey } from '../../locales.ts';
import type { Inbox } from '../../sync/start.ts';
import { hasTemplates } from './templates/has-templates.ts';

/** Channels that take replies only for 24 hours after the contact wrote. */
const WITHIN_A_DAY: readonly string[] = [
  'Channel::Whatsapp',
  'Channel::TwilioSms',
  'Channel::FacebookPage',
  'Channel::Instagram',
  'Channel::Tiktok',
];

/** Why no reply can be written in the inbox now. */
export function whyNoReply(inbox: Inbox | undefined): TextKey {
  if (hasTemplates(inbox)) return 'onlyTemplates';
  return WITHIN_A_DAY.includes(inbox?.channel_type ?? '') ? 'dayIsOver' : 'noReplies';
}
