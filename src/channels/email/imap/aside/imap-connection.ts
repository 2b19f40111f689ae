import type { SearchObject } from 'imapflow';
import type { FetchedMail, Folder, SignedIn, Sized, StepName, Steps } from './protocol.ts';

/** Has the thread take a step of the connection. */
type Ask = <Name extends StepName>(name: Name, input: Steps[Name]['input']) => Promise<Steps[Name]['answer']>;

/**
 * A connection to an IMAP server that is signed in, in the thread of `ImapThread`. Its methods throw Excess where the server sends
 * more than it has to, ThreadEnded, and Error where it answers so, or the connection has ended.
 */
export class ImapConnection {
  readonly isSecure: boolean;
  /** Whether the server tells of new mails by itself. */
  readonly canIdle: boolean;
  /** Ends it, and what is under way on it. */
  readonly close: () => void;
  readonly #ask: Ask;
  readonly #isOpen: () => boolean;

  constructor({ isSecure, canIdle }: SignedIn, does: { ask: Ask; close: () => void; isOpen: () => boolean }) {
    this.isSecure = isSecure;
    this.canIdle = canIdle;
    this.close = does.close;
    this.#ask = does.ask;
    this.#isOpen = does.isOpen;
  }

  /** Whether the connection has not ended. */
  get isOpen(): boolean {
    return this.#isOpen();
  }

  /** Opens the folder without changing anything in it. */
  openFolder(): Promise<Folder> {
    return this.#ask('openFolder', null);
  }

  /** The UIDs of such mails, in their order; null = the server does not say. */
  search(query: SearchObject): Promise<number[] | null> {
    return this.#ask('search', query);
  }

  sizes(uids: number[]): Promise<Sized[]> {
    return this.#ask('sizes', uids);
  }

  /** Those of the mails that the server hands out. */
  mails(uids: number[]): Promise<FetchedMail[]> {
    return this.#ask('mails', uids);
  }

  /** A mail that is too large, with a text instead of its own (shortened-mail.ts). */
  head(mail: Steps['head']['input']): Promise<FetchedMail> {
    return this.#ask('head', mail);
  }

  /** As `wait` of wait-for-mail.ts, from when the folder was opened. */
  async wait(times: Steps['wait']['input']): Promise<void> {
    await this.#ask('wait', times);
  }

  async signOut(): Promise<void> {
    await this.#ask('signOut', null);
  }
}
