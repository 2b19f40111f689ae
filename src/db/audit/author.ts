import type { AuthorType } from '../../entities/audit-log.ts';

/** Who makes changes, and how, as the audit log has it. */
export type Author = {
  /** Null = nobody that a credential names. */
  user: { type: AuthorType; id: number | null; name: string | null } | null;
  /** The session of the request; null = none. */
  sessionId: number | null;
  /** The account that the request is about; null = what is changed says whose it is. */
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
