import { mixed } from 'yup';
import { ROLES } from '../../entities/account-user.ts';
import type { RoleMappings } from '../../entities/saml-setting.ts';
import { object, requiredText, url } from '../../fields.ts';
import { brokenRule } from '../../fields/free-keys.ts';
import { certificateIn } from './certificate-in.ts';

const CERTIFICATE_LENGTH = 20_000;
const ENTITY_LENGTH = 1024;
const MOST_MAPPINGS = 100;
const EXAMPLE = '{"Support leads": {"role": "administrator"}}';

const ssoUrl = () => url().test('blank', "can't be blank", (value) => value !== '');
const certificate = () =>
  requiredText(CERTIFICATE_LENGTH).test(
    'certificate',
    'must be an X.509 certificate in PEM, with an RSA key of at least 2048 bits',
    (value: string | undefined) => value === undefined || certificateIn(value) !== null,
  );

const roleMappings = () =>
  mixed<RoleMappings>()
    .test(
      'mappings',
      `must be an object of at most ${MOST_MAPPINGS} groups, such as ${EXAMPLE}`,
      (value) => value === undefined || isMappings(value),
    )
    .meta({
      jsonSchema: {
        type: 'object',
        maxProperties: MOST_MAPPINGS,
        additionalProperties: {
          type: 'object',
          properties: { role: { enum: [...ROLES] } },
          required: ['role'],
          additionalProperties: false,
        },
      },
    });

function isMappings(value: unknown): value is RoleMappings {
  if (value === null || brokenRule(value) !== undefined) return false;
  const mappings = Object.values(value as object) as unknown[];
  return mappings.length <= MOST_MAPPINGS && mappings.every(isMapping);
}

function isMapping(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Object.keys(value).join(' ') !== 'role') return false;
  return ROLES.some((role) => role === (value as { role: unknown }).role);
}

export const createSamlSettingsBody = object({
  sso_url: ssoUrl().required("can't be blank"),
  certificate: certificate(),
  idp_entity_id: requiredText(ENTITY_LENGTH),
  role_mappings: roleMappings(),
});

export const updateSamlSettingsBody = object({
  sso_url: ssoUrl(),
  certificate: certificate().optional(),
  idp_entity_id: requiredText(ENTITY_LENGTH).optional(),
  role_mappings: roleMappings(),
});
