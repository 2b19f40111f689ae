import { found } from '../../errors.ts';
import { created, noContent, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { samlSettingsShape } from './answers.ts';
import { certificateIn } from './certificate-in.ts';
import { createSamlSettings } from './create-saml-settings.ts';
import { EXAMPLE_CERTIFICATE } from './example-certificate.ts';
import { deleteSamlSettings } from './delete-saml-settings.ts';
import { presentSamlSettings } from './presenter.ts';
import { findSamlSettings } from './queries.ts';
import { createSamlSettingsBody, updateSamlSettingsBody } from './schema.ts';
import { updateSamlSettings } from './update-saml-settings.ts';

export const samlSettings = routes('/saml_settings');

samlSettings.get(
  '/',
  {
    permission: 'saml_settings:read',
    summary: 'Show the SAML provider of the account',
    find: settingsOf,
    answer: ok(samlSettingsShape),
  },
  ({ found: settings, publicUrl }) => presentSamlSettings(settings, publicUrl),
);

samlSettings.post(
  '/',
  {
    permission: 'saml_settings:write',
    summary: 'Give the account a SAML provider',
    description:
      'The provider signs in members of the account who have accepted their invitation and work in no other, and makes agents of people whose address no user has. From then on they sign in there alone, until they choose a password by a mailed link.',
    body: createSamlSettingsBody,
    name: 'saml_settings',
    example: {
      sso_url: 'https://login.example.com/saml',
      certificate: EXAMPLE_CERTIFICATE,
      idp_entity_id: 'https://login.example.com/metadata',
      role_mappings: { 'Support leads': { role: 'administrator' } },
    },
    answer: created(samlSettingsShape),
  },
  async ({ tx, account, body, now, publicUrl }) => {
    const input = {
      ssoUrl: body.sso_url,
      certificate: certificateIn(body.certificate) ?? '',
      idpEntityId: body.idp_entity_id,
      roleMappings: body.role_mappings ?? {},
    };
    return presentSamlSettings(await createSamlSettings(tx, account, input, now), publicUrl);
  },
);

samlSettings.patch(
  '/',
  {
    permission: 'saml_settings:write',
    summary: 'Change the SAML provider of the account',
    find: settingsOf,
    body: updateSamlSettingsBody,
    name: 'saml_settings',
    example: { role_mappings: { 'Support leads': { role: 'administrator' } } },
    answer: ok(samlSettingsShape),
  },
  async ({ tx, account, body, now, publicUrl }) => {
    const input = {
      ssoUrl: body.sso_url ?? undefined,
      certificate: body.certificate === undefined ? undefined : (certificateIn(body.certificate) ?? undefined),
      idpEntityId: body.idp_entity_id,
      roleMappings: body.role_mappings ?? undefined,
    };
    return presentSamlSettings(await updateSamlSettings(tx, account, input, now), publicUrl);
  },
);

samlSettings.delete(
  '/',
  {
    permission: 'saml_settings:write',
    summary: 'Take the SAML provider away',
    description: 'Its users sign in with the passwords that they had, or choose one by a mailed link.',
    find: settingsOf,
    answer: noContent,
  },
  ({ tx, account }) => deleteSamlSettings(tx, account),
);

async function settingsOf({ tx, account }: Asked<'/'>) {
  return found(await findSamlSettings(tx, account.id), 'SAML settings');
}
