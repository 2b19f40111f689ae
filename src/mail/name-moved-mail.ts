import type { Mail } from './mail.ts';
import { render } from './render.ts';

export type MovedName = {
  accountName: string;
  /** A domain or an address. */
  name: string;
  /** The former owner of the name, as part of a sentence: "the help centre Acme Help". */
  of: string;
};

/** The mail that tells the administrators that another account has proved that a name belongs to it. */
export async function nameMovedMail(to: string[], moved: MovedName): Promise<Mail> {
  return { to, ...(await render('name-moved', moved)) };
}
