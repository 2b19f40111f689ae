import { ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { confirmationShape } from '../inboxes/answers.ts';
import { sslStatusShape } from './answers.ts';
import { checkDomainOf } from './check-domain.ts';
import { portalOf } from './portal-of.ts';
import { requestInstructions } from './request-instructions.ts';
import { instructionsBody } from './schema.ts';

/** What has to do with the custom domains of portals. */
export const domainsOfPortals = routes('/portals');

domainsOfPortals.post(
  '/:portal_slug/send_instructions',
  {
    permission: 'portal:write',
    summary: 'Mail how to set up the custom domain of a portal',
    description: 'To who looks after the domain: which record of the name servers it needs.',
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
