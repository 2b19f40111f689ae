import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { attributes, choice, flag, id, json, moment, text } from './columns.ts';
import { Inbox } from './inbox.ts';
import { User } from './user.ts';

export const CAMPAIGN_STATUSES = ['active', 'completed', 'processing'] as const;
export const CAMPAIGN_TYPES = ['ongoing', 'one_off'] as const;

export const CAMPAIGN_AUDIENCES = ['Label'] as const;

/** A part of the audience of a one-off campaign: the contacts with the label of this id. */
export type CampaignAudience = { type: string; id: number };

/** A message that an inbox sends automatically: to visitors of a page, or to labelled contacts at a set time. */
export const Campaign = defineEntity({
  name: 'Campaign',
  tableName: 'campaigns',
  uniques: [{ properties: ['account', 'displayId'] }],
  indexes: [{ properties: ['scheduledAt'] }],
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(false),
    inbox: p.manyToOne(Inbox).deleteRule('cascade').index(),
    /** The sender; null = the inbox. */
    sender: p.manyToOne(User).nullable().deleteRule('set null').index(),
    /** The campaign's number in the account, which the API uses as its id. */
    displayId: p.integer(),
    title: p.string(),
    description: text().nullable(),
    message: text(),
    campaignStatus: choice(CAMPAIGN_STATUSES).default('active'),
    campaignType: choice(CAMPAIGN_TYPES).default('ongoing'),
    enabled: flag().default(true),
    /** When a one-off campaign is sent; null for ongoing ones. */
    scheduledAt: moment().nullable(),
    audience: json<CampaignAudience[]>().default('[]'),
    /** How many contacts a one-off campaign is for; null = it has not begun. */
    totalCount: p.integer().nullable(),
    /** How many of its messages the provider has accepted, and how many have failed. */
    sentCount: p.integer().default(0),
    failedCount: p.integer().default(0),
    /** For how many contacts a message was written, or could not be; those who were left out do not count. */
    turnsCount: p.integer().default(0),
    /** How far it is: contacts have their turns in the order of their ids, up to the last that there was when it began. */
    lastContactId: p.integer().default(0),
    untilContactId: p.integer().default(0),
    triggerRules: attributes(),
    triggerOnlyDuringBusinessHours: flag().default(false),
    templateParams: attributes(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
