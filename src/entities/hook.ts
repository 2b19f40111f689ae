import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { Authorization } from './authorization.ts';
import { attributes, flag, id, moment, text } from './columns.ts';

/** That an account uses another service: connected at its provider, or with the settings that the service needs. */
export const Hook = defineEntity({
  name: 'Hook',
  tableName: 'hooks',
  uniques: [{ properties: ['account', 'appId'] }],
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(false),
    /** The service, by its id in resources/integrations/apps/. */
    appId: p.string(),
    /** The connection at the provider; null = the service needs none. */
    authorization: p.manyToOne(Authorization).nullable().deleteRule('cascade').index(false).unique(),
    /** False = it is not used for the time being. */
    enabled: flag().default(true),
    /** What of the settings administrators see. */
    settings: attributes(),
    /** The other settings as one JSON object, sealed by db/vault.ts; null = there are none. */
    sealedSettings: text().nullable().hidden(),
    /** Slack is told of messages after this one, the last when its hook was switched on; null = of all. */
    afterMessageId: p.integer().nullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
