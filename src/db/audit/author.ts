import type { AuthorType } from '../../entities/audit-log.ts';

/** The author of changes for the audit log. */
export type Author = {
  /** Null = nobody that a credential names. */
  user: { type: AuthorType; id: number | null; name: string | null } | null;
  /** The session of the request; null = none. */
  sessionId: number | null;
  /** The account of the request; null = the changed rows decide. */
  accountId: number | null;
  requestId: string | null;
  /** The address of the client. */
  address: string | null;
  /** The command of the command line. */
  comment: string | null;
  now: Date;
};

/** Gives the author when there is something to write; most requests change nothing that is audited. */
export type AuthorOf = () => Author;
