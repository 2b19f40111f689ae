import type { ImapFlowOptions, SearchObject } from 'imapflow';

// What the program and the thread with the connections to IMAP servers say to each other.

/** What `workerData` of the thread has: the certificates that this process trusts, and what the thread notes of its work. */
export type Opened = { trusted: string[]; marks: Int32Array };

/** Places in `marks`: a number that changes with each piece of work, and for which connection most of it is; 0 = there is none. */
export const MARK = { work: 0, connection: 1 } as const;

/** The present numbers of the folder. */
export type Folder = { exists: number; uidNext: number | undefined; uidValidity: string };
/** `internalDate` null = the server gives none. */
export type Sized = { uid: number; size: number; internalDate: Date | null };
/** A mail of the mailbox; `bytes` null = the server does not hand it out. */
export type FetchedMail = { uid: number; bytes: Uint8Array | null };
/** How a connection is signed in. */
export type SignedIn = { isSecure: boolean; canIdle: boolean };

/** The steps of a connection, with input and answer. */
export type Steps = {
  signIn: { input: ImapFlowOptions; answer: SignedIn };
  openFolder: { input: null; answer: Folder };
  /** The UIDs in their order; null = the server does not say. */
  search: { input: SearchObject; answer: number[] | null };
  sizes: { input: number[]; answer: Sized[] };
  mails: { input: number[]; answer: FetchedMail[] };
  /** The mail without all but its head. */
  head: { input: { uid: number; size: number }; answer: FetchedMail };
  wait: { input: { shortestMs: number; longestMs: number }; answer: null };
  signOut: { input: null; answer: null };
};
export type StepName = keyof Steps;
export type Step = { [Name in StepName]: { name: Name; input: Steps[Name]['input'] } }[StepName];

/** `close` ends the connection, and what is under way on it. */
export type Asked =
  | { connection: number; id: number; step: Step }
  | { connection: number; close: true }
  | { trusted: string[] };

/** An error on its way to the program. */
export type Problem = { is: 'refused' | 'excess' | 'other'; message: string; facts: Record<string, string> };
/** The answer to a step, or that the connection has ended. */
export type Told = { connection: number } & (
  | { id: number; answer: unknown }
  | { id: number; problem: Problem }
  | { closed: true }
);
