import { lineReceiver } from '../line/receive.ts';
import type { Provider } from '../providers.ts';
import { emailReceiver } from '../email/receive.ts';
import type { Receiver } from './receiver.ts';
import { bandwidthReceiver } from '../sms/receive-from-bandwidth.ts';
import { twilioReceiver } from '../sms/receive-from-twilio.ts';
import { telegramReceiver } from '../telegram/receive.ts';
import { cloudReceiver, dialog360Receiver } from '../whatsapp/receive.ts';

/** How each provider that sends messages is listened to; those that are missing cannot be listened to yet. */
export const receivers: Partial<Record<Provider, Receiver>> = {
  email: emailReceiver,
  telegram: telegramReceiver,
  line: lineReceiver,
  twilio: twilioReceiver,
  bandwidth: bandwidthReceiver,
  whatsapp_cloud: cloudReceiver,
  dialog360: dialog360Receiver,
};
