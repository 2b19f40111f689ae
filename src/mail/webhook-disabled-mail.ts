import type { Mail } from './mail.ts';
import { render } from './render.ts';

export type DisabledWebhook = {
  accountName: string;
  url: string;
  /** The reason, as part of a sentence. */
  reason: string;
  /** The URL of the request that enables the webhook again. */
  webhookAddress: string;
};

/** The mail that tells the administrators that a webhook was disabled. */
export async function webhookDisabledMail(to: string[], webhook: DisabledWebhook): Promise<Mail> {
  return { to, ...(await render('webhook-disabled', webhook)) };
}
