import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import type { Attributes } from './columns.ts';
import type { ConversationType } from './conversation.ts';
import { choice, flag, id, json, moment } from './columns.ts';
import type { Action } from './macro.ts';
import { User } from './user.ts';

/** What bulk actions are done to. */
export const BULK_TYPES = ['Conversation', 'Contact'] as const;
export type BulkType = (typeof BULK_TYPES)[number];

/** `stopped` = it ended before all was done, because the user who asked for it may not do it any more. */
export const BULK_STATUSES = ['queued', 'running', 'done', 'stopped'] as const;

/** What is done, and to which: those with these numbers, or those that meet the conditions. */
export type BulkTask = {
  actions: Action[];
  /** What receivers are told has happened: `macro.executed`. */
  event: string;
  /** Numbers of conversations, or ids of contacts; null = by the conditions. */
  ids: number[] | null;
  /** As a request has them. */
  conditions: Attributes[];
  /** With the conditions: only conversations that concern the user in this way; absent = without this limit. */
  conversationType?: ConversationType;
  /** With the conditions: the last row key that there was. */
  lastKey: number;
  /** The credential of the request, and the delivery that it answered. */
  tokenId: number | null;
  answeredDeliveryId: number | null;
};

/** What went wrong; `id` null = nothing in particular. */
export type BulkError = { id: number | null; action: string | null; error: string; message: string | null };

/** Actions that one request asks for on many conversations or contacts, done by a job. */
export const BulkAction = defineEntity({
  name: 'BulkAction',
  tableName: 'bulk_actions',
  indexes: [{ properties: ['account', 'user', 'id'] }],
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(false),
    /** Who asked for it. */
    user: p.manyToOne(User).deleteRule('cascade').index(),
    type: choice(BULK_TYPES),
    task: json<BulkTask>(),
    status: choice(BULK_STATUSES).default('queued'),
    /** How many there are to do, how many of them have been done, and how many of those in vain, at least in part. */
    total: p.integer(),
    doneCount: p.integer().default(0),
    failedCount: p.integer().default(0),
    /** The first hundred. */
    errors: json<BulkError[]>().default('[]'),
    /** How far it is: the place in the ids, or the last row key that is done, and how many actions on the next one are. */
    position: p.integer().default(0),
    step: p.integer().default(0),
    /** Whether an action on the next one has failed. */
    hasFailed: flag().default(false),
    createdAt: moment(),
    finishedAt: moment().nullable().index(),
  },
});
