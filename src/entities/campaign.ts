import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { attributes, choice, flag, id, json, moment, text } from './columns.ts';
import { Inbox } from './inbox.ts';
import { User } from './user.ts';

export const CAMPAIGN_STATUSES = ['active', 'completed', 'processing'] as const;
export const CAMPAIGN_TYPES = ['ongoing', 'one_off'] as const;

/** A part of the audience of a one-off campaign: the contacts with the label of this id. */
export type CampaignAudience = { type: string; id: number };

/** A message that an inbox sends automatically: to visitors of a page, or to labelled contacts at a set time. */
export const Campaign = defineEntity({
  name: 'Campaign',
  tableName: 'campaigns',
  uniques: [{ properties: ['account', 'displayId'] }],
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
    triggerRules: attributes(),
    triggerOnlyDuringBusinessHours: flag().default(false),
    templateParams: attributes(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
