import { defineEntity, p } from '@mikro-orm/core';
import type { OauthProvider } from '../config/oauth-providers.ts';
import { Account } from './account.ts';
import { Channel } from './channel.ts';
import { attributes, id, moment, text } from './columns.ts';

/**
 * That an account may use something of somebody at a provider: the mailbox of an e-mail channel, or a workspace, shop or
 * page. Tokens outlive the account and the channel until they have been revoked.
 */
export const Authorization = defineEntity({
  name: 'Authorization',
  tableName: 'authorizations',
  properties: {
    id: id(),
    /** Null = the account is gone. */
    account: p.manyToOne(Account).nullable().deleteRule('set null').index(),
    /** The channel that is connected; null = an integration of the account, of which it has one for each provider. */
    channel: p.manyToOne(Channel).nullable().deleteRule('set null').index(false).unique(),
    provider: p.string().$type<OauthProvider>(),
    /** The tokens as one JSON object, sealed by db/vault.ts. */
    sealedTokens: text().hidden(),
    /** What the provider says of what is connected, without secrets. */
    details: attributes(),
    /** The provider's name for it: a workspace, a team, a shop. Null = it gives none. */
    referenceId: p.string().nullable(),
    /** Until when the access token is good; null = for ever. */
    expiresAt: moment().nullable(),
    /** When the tokens are refreshed; null = never. */
    refreshDueAt: moment().nullable().index(),
    /** Who refreshes them at the moment, and until when others wait for it; null = no process. */
    leasedBy: p.string().nullable(),
    leasedUntil: moment().nullable(),
    /** Why an administrator must connect it again, as part of a sentence; null = it works. */
    problem: text().nullable(),
    /** When it ended: its tokens are revoked at the provider, and then it is deleted. Null = in use. */
    endedAt: moment().nullable().index(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
