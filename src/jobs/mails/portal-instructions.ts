import { object } from 'yup';
import { integer, text } from '../../fields.ts';
import { portalInstructionsMail } from '../../mail/portal-instructions-mail.ts';
import { findPortalById } from '../../records/help-centre/portal.ts';
import { domainOf, domainProof } from '../../resources/portals/domain/domain-proof.ts';
import type { MailWriter } from './mail-writer.ts';

const payloadOf = object({ portal_id: integer().required(), email: text().required() });

/** The mail that says how to set up the custom domain of a portal; null when it has none any more. */
export const portalInstructions: MailWriter = async (app, payload, { accountId }) => {
  const { portal_id: id, email } = payloadOf.validateSync(payload);
  if (accountId === null) return null;
  const portal = await findPortalById(app.tx(), accountId, id);
  const wanted = portal ? domainOf(portal) : null;
  if (!portal || wanted === null) return null;
  return portalInstructionsMail(email, {
    portalName: portal.name,
    domain: wanted.domain,
    proof: domainProof(app.installation.vault, accountId, wanted.domain),
    target: new URL(app.installation.publicUrl).hostname,
  });
};
