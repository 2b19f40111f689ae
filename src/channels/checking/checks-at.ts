import { emailChecks } from '../email/check.ts';
import { lineChecks } from '../line/check.ts';
import type { Provider } from '../providers.ts';
import { bandwidthChecks, twilioChecks } from '../sms/check.ts';
import { telegramChecks } from '../telegram/check.ts';
import { cloudChecks, dialog360Checks } from '../whatsapp/check.ts';
import type { ChannelChecks } from './channel-checks.ts';

/** What can be checked at each provider. */
export const checksAt: Record<Provider, ChannelChecks> = {
  telegram: telegramChecks,
  line: lineChecks,
  twilio: twilioChecks,
  bandwidth: bandwidthChecks,
  whatsapp_cloud: cloudChecks,
  dialog360: dialog360Checks,
  email: emailChecks,
};
