import { defineEntity, p } from '@mikro-orm/core';
import { choice, id, json, moment, text } from './columns.ts';
import type { Attributes } from './columns.ts';

/** `pending` until it succeeds (`done`), or fails for good (`dead`). */
export const JOB_STATUSES = ['pending', 'done', 'dead'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Slow work that a change or the timetable has queued: mails, exports, imports, downloads of pictures. */
export const Job = defineEntity({
  name: 'Job',
  tableName: 'jobs',
  indexes: [
    // The kind before the time: thousands of jobs of other kinds may be due earlier.
    { properties: ['status', 'kind', 'dueAt', 'id'] },
    // For finding accounts with due jobs, one after the other.
    { properties: ['status', 'kind', 'accountId', 'dueAt', 'id'] },
    { properties: ['accountId', 'kind', 'createdAt'] },
    // With the kind and status: SQLite would else choose an index above, and look through all pending jobs of the kind.
    { properties: ['subject', 'kind', 'status'] },
  ],
  properties: {
    id: id(),
    /** The account of the job; null = the installation. */
    accountId: p.integer().nullable(),
    /** The kind of work: the name of a file in src/jobs, in snake case. */
    kind: p.string(),
    /**
     * What the job is about: a new job replaces a pending one of the same kind and subject. Null = it replaces none.
     */
    subject: p.string().nullable(),
    /** The job's input; never a secret. */
    payload: json<Attributes>(),
    status: choice(JOB_STATUSES).default('pending'),
    /** When the next attempt is due. */
    dueAt: moment(),
    /** The claim that holds the job, and until when; null = none. */
    leasedBy: p.string().nullable(),
    leasedUntil: moment().nullable(),
    attemptsCount: p.integer().default(0),
    /** Why the last of the failed attempts failed, kept when a later one succeeds; null = none failed. */
    lastError: text().nullable(),
    createdAt: moment(),
    finishedAt: moment().nullable(),
  },
});
