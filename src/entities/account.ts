import { defineEntity, p } from '@mikro-orm/core';
import { attributes, choice, flag, id, json, type Json, moment } from './columns.ts';

export const ACCOUNT_STATUSES = ['active', 'suspended'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** Settings that an administrator may change; the keys are those of the API. */
export type AccountSettings = {
  /** Days without activity after which a conversation is resolved; null = never. */
  auto_resolve_after?: number | null;
  auto_resolve_message?: string | null;
  auto_resolve_ignore_waiting?: boolean | null;
  auto_resolve_label?: string | null;
  audio_transcriptions?: boolean | null;
  /** Whether a pending conversation stays pending when its bot cannot be reached. */
  keep_pending_on_bot_failure?: boolean | null;
  /** Days after which resolved conversations, files of messages, and contacts without conversations are removed; null = never. */
  prune_conversations_after?: number | null;
  prune_attachments_after?: number | null;
  prune_contacts_after?: number | null;
};

/** The limits of the account's plan; null = the installation's limit. Others than these two are only stored. */
export type AccountLimits = { inboxes?: number | null; agents?: number | null; [name: string]: Json | undefined };

/** Names of features, each with whether it is on. */
export type AccountFeatures = { [name: string]: boolean };

/** A customer of this installation, with its inboxes, users, contacts and conversations. */
export const Account = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  properties: {
    id: id(),
    name: p.string(),
    locale: p.string().default('en'),
    domain: p.string().nullable(),
    supportEmail: p.string().nullable(),
    status: choice(ACCOUNT_STATUSES).default('active'),
    settings: json<AccountSettings>().default('{}'),
    /** The most inboxes and agents that the account's plan allows; a key left out or null = the installation's limit. */
    limits: json<AccountLimits>().default('{}'),
    /** What is switched on or off for the account, by name; Parley stores it for programs of the Platform API. */
    features: json<AccountFeatures>().default('{}'),
    customAttributes: attributes(),
    /** The last used display_id; the next conversation gets the next number. */
    lastDisplayId: p.integer().default(0),
    /** The last number of a campaign. */
    lastCampaignId: p.integer().default(0),
    /** The number of contacts, maintained by the transactions that add and remove them. */
    contactsCount: p.integer().default(0),
    /** What its active automation rules wait for, with spaces between; kept by the transactions that write rules. */
    ruleEvents: p.string().default(''),
    /** Whether its messages go to Slack; kept by the transactions that change its hook. */
    tellsSlack: flag().default(false),
    /** When a label, an inbox or a team last changed; null = never. Clients use these as cache keys. */
    labelsChangedAt: moment().nullable(),
    inboxesChangedAt: moment().nullable(),
    teamsChangedAt: moment().nullable(),
    /** When it was deleted; a job removes what is left of it. Null = it is there. */
    deletedAt: moment().nullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
