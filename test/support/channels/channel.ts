import type { TestAccount } from '../factories.ts';
import type { FaultName } from './faults.ts';

/** A request in which a provider tells something, or a mail server hands over a mail. */
export type Callback = { path: string; headers: Record<string, string>; body: string };

/** Something that a contact sends. */
export type Said = {
  /** Its id in the channel. */
  id: string;
  callback: Callback;
  /** What is in the text of its message; '' = it has none that is known. */
  text: string;
  /** How many files it has. */
  files: number;
  /** The one that is fetched, in `files` of the provider. */
  fileId?: string;
  /** Makes its files fetchable, if they are not yet. */
  repair?: () => void;
};

/** What has become of a message, as a provider tells it. */
export type ToldStatus = 'sent' | 'delivered' | 'read' | 'failed';

/** A request that a provider has taken, and what it has answered. */
export type Taken = { sent: unknown; reply: Record<string, unknown> };

/** A server that stands in for a provider, or a mail server. */
export type ChannelProvider = {
  /** What it has taken, in its order. */
  taken(): Taken[];
  /** What it does with the next requests. */
  fail(names: readonly FaultName[]): void;
  /** It takes everything again. */
  recover(): void;
  stop(): Promise<void>;
};

/** An inbox, and those who write to it. */
export type OpenInbox = {
  inbox: { id: number };
  /** Somebody who has not written before: their id in the channel. */
  somebody(): string;
  /** By kinds, what somebody can send; the mark must be in its text. The first kind is text. */
  says: Record<string, (from: string, mark: string) => Said>;
  /** A message with a file at this address. */
  pointsTo?: (from: string, address: string) => Said;
  /** The callback as anyone who has the secrets of this inbox would send it; absent = there are none. */
  signs?: (callback: Callback) => Callback;
  /** Changes the text of what was said before. */
  edits?: (from: string, said: Said, mark: string) => Callback;
  /** Takes back what was said before. */
  takesBack?: (from: string, said: Said) => Callback;
  /** Chooses this value of the message that was taken. */
  chooses?: (from: string, taken: Taken, value: string) => Said;
  /** What became of a request that was taken; absent = it is never told. */
  tells?: (taken: Taken, status: ToldStatus) => Callback;
};

/** A provider that runs. */
export type StartedChannel = {
  provider: ChannelProvider;
  /** The settings of an app that it serves. */
  settings: Record<string, string>;
  /** The files of messages that can be fetched, as in ProviderServer; null = they come with the messages. */
  files: Map<string, Uint8Array | number | string> | null;
  /** An inbox of the account; another `secret` gives it other secrets, where tests choose them. */
  open(account: TestAccount, secret?: string): Promise<OpenInbox>;
};

/** How a channel differs from the others. */
export type TestChannel = {
  start(): Promise<StartedChannel>;
  /** The part of a message that a request sends: the same for a repetition of it, and for nothing else. */
  partOf(taken: Taken): string;
  /** Whether a repetition arrives once. */
  isRepeatable: boolean;
  /** Whether a status names the message also where the answer to its sending was lost. */
  hasHandle: boolean;
  /** Kinds of messages that only this channel has, by their names. */
  writes?: Record<string, (mark: string) => object>;
};

let last = Date.now() % 1_000_000_000;
/** Another number each time, of at most nine digits. */
export const nextNumber = () => (last += 1);
/** A phone number that nobody has had before, in E.164. */
export const nextPhone = (prefix: string) => `${prefix}${String(nextNumber()).slice(-7)}`;
