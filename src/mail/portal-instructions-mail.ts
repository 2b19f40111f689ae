import type { Mail } from './mail.ts';
import { render } from './render.ts';

export type PortalDomain = {
  portalName: string;
  /** The host that shall show the portal. */
  domain: string;
  /** The host of this server, where `domain` must point. */
  target: string;
  /** The TXT record that proves the account's ownership of the domain. */
  proof: { name: string; value: string };
};

/** The mail that says how to set up the custom domain of a portal. */
export async function portalInstructionsMail(to: string, domain: PortalDomain): Promise<Mail> {
  return { to: [to], ...(await render('portal-instructions', domain)) };
}
