import type { Dialect } from '../dialect.ts';
import type { Vault } from './vault.ts';

/** A writer is a member of the team or a program of theirs, or anyone, such as a visitor or the sender of a mail. */
export type Writer = 'anonymous' | 'team';

/** Whether an account may have more. */
export type Space = {
  /** @throws AppError `storage_full` when the account is over its quota, or the rest of the disk is kept for the team */
  check(accountId: number, writer: Writer): Promise<void>;
  /** Counts bytes that have been written for the account. */
  note(accountId: number, bytes: number): void;
};

/** Allows everything: for a database to which no requests write. */
export const UNLIMITED: Space = { check: async () => {}, note() {} };

/** What commands need to know of the installation that the database belongs to. */
export type Installation = {
  /** The URL at which clients reach this server, without a slash at the end; links to files start with it. */
  publicUrl: string;
  vault: Vault;
  /** How the API speaks, and to receivers without a dialect of their own. */
  dialect: Dialect;
  /** Private networks (CIDRs) that user-given addresses may be in. */
  allowedNetworks: readonly string[];
  /** Whether receivers inside of these networks may do without TLS. */
  allowsHttp: boolean;
  /** Whether it has a mail server of its own, and the domain whose mail comes to it ('' = none). */
  mail: { canSend: boolean; inboundDomain: string; from: string };
  /**
   * The most inboxes and agents of an account without limits of its own, its labels, and messages of a conversation within a
   * minute; 0 = no limit.
   */
  limits: { inboxes: number; agents: number; labels: number; messagesPerMinute: number };
  /** The most attempts to sign in within half an hour; 0 = no limit. */
  signInsPerHalfHour: number;
  space: Space;
};
