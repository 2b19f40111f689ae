import { defineEntity, p } from '@mikro-orm/core';
import { choice, text } from './columns.ts';

/** What figures are kept of: all of an account, or one inbox, agent, team or label of it, or a label in an inbox. */
export const REPORT_KINDS = ['account', 'inbox', 'agent', 'team', 'label', 'inbox_label'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** No message has so high a number, or so low a one. */
export const HIGHEST_MESSAGE = 2_147_483_647;

/** Whose figures, and of which quarter of an hour. */
export const place = () => ({
  accountId: p.integer(),
  kind: choice(REPORT_KINDS),
  /** Empty for the account, else the id of the inbox, agent or team, the title of the label, or "inbox id:title". */
  subject: text(),
  /** Quarters of an hour since 1970: every time zone begins its days and hours with one. Below 0: a day (`dayRow`). */
  quarter: p.integer(),
});

/** How often things happened, and how many seconds they took in all. */
export const measures = () => ({
  incomingMessages: p.integer().default(0),
  outgoingMessages: p.integer().default(0),
  conversations: p.integer().default(0),
  resolutions: p.integer().default(0),
  resolutionSeconds: p.double().default(0),
  resolutionBusinessSeconds: p.double().default(0),
  botResolutions: p.integer().default(0),
  botHandoffs: p.integer().default(0),
  firstResponses: p.integer().default(0),
  firstResponseSeconds: p.double().default(0),
  firstResponseBusinessSeconds: p.double().default(0),
  replies: p.integer().default(0),
  replySeconds: p.double().default(0),
  replyBusinessSeconds: p.double().default(0),
});

const { accountId, kind, subject, quarter } = place();

/** The figures of what happened in a quarter of an hour, as far as they have been summed up. */
export const ReportSum = defineEntity({
  name: 'ReportSum',
  tableName: 'report_sums',
  properties: {
    accountId: accountId.primary(),
    kind: kind.primary(),
    subject: subject.primary(),
    quarter: quarter.primary(),
    ...measures(),
    /** The messages of the quarter have numbers between these; of the kind `account` only. */
    firstMessageId: p.integer().default(HIGHEST_MESSAGE),
    lastMessageId: p.integer().default(0),
  },
});
