import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { choice, id, json, moment, text } from './columns.ts';

export const ERASURE_STATUSES = ['running', 'done'] as const;

/**
 * That a contact was erased with all that was stored of them, or is being erased. It is kept as a proof, and says nothing
 * about the contact but the number that they had.
 */
export const Erasure = defineEntity({
  name: 'Erasure',
  tableName: 'erasures',
  indexes: [{ properties: ['account', 'id'] }, { properties: ['account', 'contactId', 'status'] }],
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(false),
    /** No foreign key: the contact is gone. */
    contactId: p.integer(),
    /** Who asked for it; null = somebody on the command line. No foreign key: the number stays when the user is deleted. */
    userId: p.integer().nullable(),
    status: choice(ERASURE_STATUSES).default('running'),
    /** By what else the contact is recognized, as JSON that is sealed by the vault; null = it is done. */
    sealedSubject: text().nullable().hidden(),
    /** How many rows, files and mails were removed so far, by what they were. */
    counts: json<Record<string, number>>().default('{}'),
    /** SHA-256 in hex of the proof; null = it is not done. */
    digest: p.string().nullable(),
    requestedAt: moment(),
    finishedAt: moment().nullable(),
  },
});
