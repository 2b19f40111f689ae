import type { Mail } from './mail.ts';
import { render } from './render.ts';

export type DisabledWebhook = {
  accountName: string;
  url: string;
  /** Why it was disabled, as a clause. */
  reason: string;
  /** The address under which it is enabled again. */
  webhookAddress: string;
};

/** Tells the administrators that a webhook gets nothing any more. */
export async function webhookDisabledMail(to: string[], webhook: DisabledWebhook): Promise<Mail> {
  return { to, ...(await render('webhook-disabled', webhook)) };
}
