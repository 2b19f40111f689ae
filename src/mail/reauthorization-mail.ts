import type { Mail } from './mail.ts';
import { render } from './render.ts';

export type LostAuthorization = {
  accountName: string;
  /** The disconnected thing: "the inbox Support", "Slack". */
  what: string;
  provider: string;
  /** Why, as part of a sentence. */
  reason: string;
  /** The request with which it is connected again. */
  request: string;
};

/** The mail that asks the administrators to connect an inbox or an integration again. */
export async function reauthorizationMail(to: string[], lost: LostAuthorization): Promise<Mail> {
  return { to, ...(await render('reauthorization-required', lost)) };
}
