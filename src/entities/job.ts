import { defineEntity, p } from '@mikro-orm/core';
import { choice, id, json, moment, text } from './columns.ts';
import type { Attributes } from './columns.ts';

/** pending until it succeeds; dead when its last attempt has failed. */
export const JOB_STATUSES = ['pending', 'done', 'dead'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

const JobSchema = defineEntity({
  name: 'Job',
  tableName: 'jobs',
  indexes: [
    // The kind before the time: those that nobody works at yet may wait in thousands before those that are looked for.
    { properties: ['status', 'kind', 'dueAt', 'id'] },
    // Whoever shares places between accounts goes from one account to the next in it.
    { properties: ['status', 'kind', 'accountId', 'dueAt', 'id'] },
    { properties: ['accountId', 'kind', 'createdAt'] },
  ],
  properties: {
    id: id(),
    /** The account that it is for; null = the installation. */
    accountId: p.integer().nullable(),
    /** What is to be done: the name of a file in src/jobs, in snake case. */
    kind: p.string(),
    /** What it is about, if a newer job of the kind about the same takes its place; null = it stands for itself. */
    subject: p.string().nullable().index(),
    /** What it needs to know; never a secret. */
    payload: json<Attributes>(),
    status: choice(JOB_STATUSES).default('pending'),
    /** When it may next be tried. */
    dueAt: moment(),
    /** Which process has it, and until when; null = nobody. */
    leasedBy: p.string().nullable(),
    leasedUntil: moment().nullable(),
    attemptsCount: p.integer().default(0),
    /** Why the last attempt failed; null = none has. */
    lastError: text().nullable(),
    createdAt: moment(),
    finishedAt: moment().nullable(),
  },
});

/** Slow work that a change asked for, kept until it is done: mails, exports, imports, fetched pictures. */
export class Job extends JobSchema.class {}
JobSchema.setClass(Job);
export { JobSchema };
