import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import type { Role } from './account-user.ts';
import { id, json, moment, text } from './columns.ts';

/** What new members become who are in a group at the provider, by the group's name. */
export type RoleMappings = { [group: string]: { role: Role } };

/** The SAML identity provider of an account. */
export const SamlSetting = defineEntity({
  name: 'SamlSetting',
  tableName: 'saml_settings',
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').unique().index(false),
    /** Where browsers are sent to sign in. */
    ssoUrl: text(),
    /** With which the provider signs, in PEM. */
    certificate: text(),
    /** What the provider calls itself. */
    idpEntityId: text(),
    roleMappings: json<RoleMappings>(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
