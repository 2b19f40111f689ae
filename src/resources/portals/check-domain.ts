import type { App } from '../../app.ts';
import { connectionFailure } from '../../errors.ts';
import { headOf } from '../../answer-limits.ts';
import type { PortalRecord } from '../../records/help-centre/portal.ts';
import { SECOND } from '../../time.ts';
import { domainProof } from './domain/domain-proof.ts';
import { notConfigured } from './request-instructions.ts';

const TIMEOUT_MS = 10 * SECOND;

/**
 * Opens the portal's custom domain by HTTPS. Returns why browsers do not reach the portal there; nothing = they do.
 * @throws AppError `invalid`, "Custom domain is not configured"
 */
export async function checkDomainOf(portal: PortalRecord, app: App): Promise<string[]> {
  const { customDomain, claimedDomain, accountId, config } = portal;
  if (claimedDomain !== null) {
    const { name, value } = domainProof(app.installation.vault, accountId, claimedDomain);
    return [
      `another account has ${claimedDomain}: have ${name} get a TXT record with the value ${value}, then call verify_domain`,
    ];
  }
  if (customDomain === null) throw notConfigured();
  const http = await app.domains();
  try {
    const request = http.stream.get(`https://${customDomain}/`, { timeout: { request: TIMEOUT_MS } });
    const { statusCode, headers } = await headOf(request);
    // The body is not read.
    request.destroy();
    const home = `/${config.default_locale}`;
    if (statusCode === 302 && String(headers.location).endsWith(home)) return [];
    return [
      `${customDomain} is answered, but not by this portal: have it lead to ${new URL(app.installation.publicUrl).host}, with the Host header kept`,
    ];
  } catch (error) {
    return [connectionFailure(error, customDomain)];
  }
}
