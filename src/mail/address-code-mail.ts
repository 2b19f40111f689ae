import type { Mail } from './mail.ts';
import { render } from './render.ts';

export type AddressCode = { accountName: string; inboxName: string; address: string; code: string; serverUrl: string };

/** The mail with the code that proves that the address of an inbox belongs to the account. */
export async function addressCodeMail(code: AddressCode): Promise<Mail> {
  return { to: [code.address], ...(await render('address-code', code)) };
}
