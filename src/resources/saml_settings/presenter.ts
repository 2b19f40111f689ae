import { X509Certificate } from 'node:crypto';
import { iso } from '../../time.ts';
import type { Shown } from '../../wire/shape.ts';
import { acsUrl, spEntityId } from './addresses.ts';
import type { samlSettingsShape } from './answers.ts';
import type { SamlSettings } from './queries.ts';

export function presentSamlSettings(settings: SamlSettings, publicUrl: string): Shown<typeof samlSettingsShape> {
  return {
    id: settings.id,
    account_id: settings.accountId,
    sso_url: settings.ssoUrl,
    certificate: settings.certificate,
    fingerprint: new X509Certificate(settings.certificate).fingerprint256,
    idp_entity_id: settings.idpEntityId,
    sp_entity_id: spEntityId(publicUrl, settings.accountId),
    acs_url: acsUrl(publicUrl),
    role_mappings: settings.roleMappings,
    created_at: iso(settings.createdAt),
    updated_at: iso(settings.updatedAt),
  };
}
