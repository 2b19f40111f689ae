import { emailTransport } from './email/send.ts';
import { lineTransport } from './line/send.ts';
import type { Provider } from './providers.ts';
import { bandwidthTransport } from './sms/send-by-bandwidth.ts';
import { twilioTransport } from './sms/send-by-twilio.ts';
import { telegramTransport } from './telegram/send.ts';
import type { Transport } from './transport.ts';
import { cloudTransport, dialog360Transport } from './whatsapp/send.ts';

/** How each provider sends. */
export const transports: Record<Provider, Transport> = {
  telegram: telegramTransport,
  line: lineTransport,
  twilio: twilioTransport,
  bandwidth: bandwidthTransport,
  whatsapp_cloud: cloudTransport,
  dialog360: dialog360Transport,
  email: emailTransport,
};
