import { ROLES } from '../../entities/account-user.ts';
import type { RoleMappings } from '../../entities/saml-setting.ts';
import { integer, iso, named, oneOf, type Shape, shape, text } from '../../wire/shape.ts';

const roleMappings: Shape<RoleMappings> = {
  type: 'object',
  additionalProperties: shape({ role: oneOf(ROLES) }),
  description: 'What new members become who are in a group at the provider, by its name',
};

export const samlSettingsShape = named('SamlSettings', {
  id: integer,
  account_id: integer,
  sso_url: { ...text, description: 'Where browsers are sent to sign in' },
  certificate: { ...text, description: 'In PEM' },
  fingerprint: { ...text, description: 'Of the certificate, SHA-256' },
  idp_entity_id: { ...text, description: 'What the provider calls itself' },
  sp_entity_id: { ...text, description: 'What this account is called at the provider: the audience of its assertions' },
  acs_url: { ...text, description: 'Where the provider sends browsers back to' },
  role_mappings: roleMappings,
  created_at: iso,
  updated_at: iso,
});
