import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { AgentBot } from './agent-bot.ts';
import { AssignmentPolicy } from './assignment-policy.ts';
import { Channel } from './channel.ts';
import { type Attributes, attributes, choice, flag, id, json, moment, text } from './columns.ts';
import { Portal } from './portal.ts';

export const SENDER_NAME_TYPES = ['friendly', 'professional'] as const;
export type SenderNameType = (typeof SENDER_NAME_TYPES)[number];

/** Opening hours of one weekday; day_of_week 0 is Sunday, hours are null on a closed day. */
export type WorkingHours = {
  day_of_week: number;
  closed_all_day: boolean;
  open_all_day: boolean;
  open_hour: number | null;
  open_minutes: number | null;
  close_hour: number | null;
  close_minutes: number | null;
};

/** The settings of satisfaction surveys, with the keys of the API. Empty = the defaults. */
export type CsatConfig = {
  display_type?: string;
  message?: string;
  button_text?: string;
  language?: string;
  survey_rules?: { operator: string; values: string[] };
  /** The message template for surveys outside of the reply window, as the provider describes it; null = none. */
  template?: Attributes | null;
};

/** An inbox: receives the conversations of one channel. */
export const Inbox = defineEntity({
  name: 'Inbox',
  tableName: 'inboxes',
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(),
    channel: p.oneToOne(Channel).owner().deleteRule('cascade'),
    agentBot: p.manyToOne(AgentBot).nullable().deleteRule('set null').index(),
    /** The help centre that its widget offers; null = none. */
    portal: p.manyToOne(Portal).nullable().deleteRule('set null').index(),
    name: p.string(),
    greetingEnabled: flag().default(false),
    greetingMessage: text().nullable(),
    enableAutoAssignment: flag().default(true),
    autoAssignmentConfig: attributes(),
    /** How it shares out conversations; null = to its members in turn. */
    assignmentPolicy: p.manyToOne(AssignmentPolicy).nullable().deleteRule('set null').index(),
    /**
     * Whether conversations that nobody could take are assigned later: it has an assignment policy that is enabled, or a
     * capacity limit. It is written by conversations/assignment/note-assigning.ts, so that other inboxes need not look.
     */
    assignsWaiting: flag().default(false),
    enableEmailCollect: flag().default(true),
    workingHoursEnabled: flag().default(false),
    outOfOfficeMessage: text().nullable(),
    workingHours: json<WorkingHours[]>(),
    timezone: p.string().default('UTC'),
    csatSurveyEnabled: flag().default(false),
    csatConfig: json<CsatConfig>().default('{}'),
    allowMessagesAfterResolved: flag().default(true),
    lockToSingleConversation: flag().default(false),
    senderNameType: choice(SENDER_NAME_TYPES).default('friendly'),
    businessName: p.string().nullable(),
    avatarUrl: text().nullable(),
    /** When it was deleted: it is hidden while its conversations are being removed. Null = in use. */
    deletedAt: moment().nullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
