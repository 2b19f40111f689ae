import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { type Attributes, choice, id, json, moment, text } from './columns.ts';

/** Who makes changes; `CommandLine` = somebody on the machine of the server. */
export const AUTHOR_TYPES = ['User', 'AgentBot', 'PlatformApp', 'CommandLine'] as const;
export type AuthorType = (typeof AUTHOR_TYPES)[number];

export const AUDIT_ACTIONS = ['create', 'update', 'destroy', 'sign_in', 'sign_out', 'import', 'export'] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** An entry of the audit log: who changed what, written in the transaction of the change. */
export const AuditLog = defineEntity({
  name: 'AuditLog',
  tableName: 'audit_logs',
  indexes: [{ properties: ['account', 'id'] }, { properties: ['auditableType', 'auditableId', 'version'] }],
  properties: {
    id: id(),
    /** Null = it is about the installation, such as the deletion of an account. */
    account: p.manyToOne(Account).nullable().deleteRule('cascade').index(false),
    /** What was changed, by the names of db/audit/rules.ts. No foreign key: the entry stays. */
    auditableType: p.string(),
    /** Null = many at once. */
    auditableId: p.integer().nullable(),
    /** The number of this change among those of the same thing in the log of the account, from 1 on. */
    version: p.integer(),
    action: choice(AUDIT_ACTIONS),
    /** By columns: the value, or [before, after] of an update. Secrets are left out. */
    changes: json<Attributes>().default('{}'),
    /** Who it was; null = nobody that is known. `userId` null = no row of the database. */
    userType: choice(AUTHOR_TYPES).nullable(),
    userId: p.integer().nullable(),
    /** Their e-mail address or name, which stays when they are deleted. */
    username: p.string().nullable(),
    /** How it was done: the command of the command line. Null = by a request. */
    comment: p.string().nullable(),
    requestId: p.string().nullable(),
    remoteAddress: text().nullable(),
    createdAt: moment().index(),
  },
});
