import type { TestChannel } from './channel.ts';
import { emailChannel } from './email.ts';
import { lineChannel } from './line.ts';
import { bandwidthChannel, twilioChannel } from './sms.ts';
import { telegramChannel } from './telegram.ts';
import { cloudChannel, dialog360Channel } from './whatsapp.ts';

/** The channels whose messages a provider or a mail server carries. */
export const CHANNELS: Record<string, TestChannel> = {
  telegram: telegramChannel,
  line: lineChannel,
  twilio: twilioChannel,
  bandwidth: bandwidthChannel,
  whatsapp_cloud: cloudChannel,
  dialog360: dialog360Channel,
  email: emailChannel,
};
