import type { App } from '../../app.ts';
import { ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { confirmationShape } from '../inboxes/answers.ts';
import type { PortalRecord } from '../../records/help-centre/portal.ts';
import { portalShape, sslStatusShape } from './answers.ts';
import { checkDomainOf } from './check-domain.ts';
import { domainProof } from './domain/domain-proof.ts';
import { readProofs } from './domain/read-proofs.ts';
import { findPortalAt, verifyDomain } from './domain/verify-domain.ts';
import { portalOf } from './portal-of.ts';
import { requestInstructions } from './request-instructions.ts';
import { instructionsBody } from './schema.ts';
import { showPortal } from './show-portal.ts';

/** The custom domains of portals. */
export const domainsOfPortals = routes('/portals');

domainsOfPortals.post(
  '/:portal_slug/send_instructions',
  {
    permission: 'portal:write',
    summary: 'Mail how to set up the custom domain of a portal',
    description: 'To who looks after the domain: which records of the name servers it needs.',
    find: portalOf,
    body: instructionsBody,
    example: { email: 'hostmaster@example.com' },
    answer: ok(confirmationShape),
    mayAnswer: [429],
  },
  async ({ tx, found: portal, body, now }) => {
    await requestInstructions(tx, portal, body.email as string, now);
    return { message: 'Instructions sent successfully' };
  },
);

domainsOfPortals.post(
  '/:portal_slug/verify_domain',
  {
    permission: 'portal:write',
    summary: 'Prove that the custom domain of a portal belongs to the account',
    description:
      'Needed while `custom_domain_status` is `pending`, since another account has the domain. The server looks for the record `custom_domain_proof` at the name servers of the domain. Where it is there, and no record of the account that has the domain, the portal has it from then on.',
    find: portalOf,
    answer: ok(portalShape),
  },
  async ({ app, found: portal, now, ...asked }) => {
    const proofs = await neededProofs(app, portal);
    return showPortal(asked, await verifyDomain(asked.tx, portal, proofs, now));
  },
);

domainsOfPortals.get(
  '/:portal_slug/ssl_status',
  {
    permission: 'portal_domain:read',
    summary: 'Look whether a portal is reached at its custom domain',
    description: 'The server opens the domain by HTTPS, as a browser does.',
    find: portalOf,
    answer: ok(sslStatusShape),
    mayAnswer: [422],
  },
  async ({ app, found: portal }) => {
    const errors = await checkDomainOf(portal, app);
    return { status: errors.length === 0 ? 'active' : 'pending', verification_errors: errors } as const;
  },
);

/** The name servers are not asked about a domain that no portal has. */
async function neededProofs(app: App, { accountId, claimedDomain: domain }: PortalRecord): Promise<string[]> {
  if (domain === null || !(await findPortalAt(app.tx(), domain))) return [];
  return readProofs(app.config, domainProof(app.installation.vault, accountId, domain).name);
}
