import type { ObjectShape } from 'yup';
import type { ChannelType } from '../entities/channel.ts';
import type { Attributes } from '../entities/columns.ts';
import type { ChannelRecord } from '../records/inbox.ts';
import type { Shape } from '../wire/shape.ts';

/** A channel's secrets by name. */
export type Secrets = Attributes;

/** What a channel's columns store. */
export type ChannelState = Pick<ChannelRecord, 'settings' | 'webhookUrl' | 'replyWindowHours'> & {
  /** The address at which the outside reaches the channel, unique among channels of its kind; null = it has none. */
  address: string | null;
  secrets: Secrets;
};

/** The contact's addresses. */
export type Reachable = { email: string | null; phoneNumber: string | null };

/** How source ids, which name contacts in an inbox, work for a kind of channel. */
export type SourceIds = {
  /**
   * The source id of this contact; null = one is generated.
   * @throws AppError `invalid` when the contact lacks the address that is needed
   */
  of(contact: Reachable): string | null;
  /** The problem of a given source id; null = it is valid. */
  problem(sourceId: string): string | null;
  /**
   * Whether source ids are addresses. An address belongs to the contact that has it now, so it can pass to another
   * contact.
   */
  areAddresses: boolean;
};

/** A kind of channel: its parameters, its stored state and its answers. All names are spelled as in the API. */
export type Channel = {
  type: ChannelType;
  /** Whether a provider sends its messages; that provider may be unavailable. */
  external: boolean;
  /** Whether the receiver's `register` gives the provider the callback address; absent = no. */
  isRegistered?: boolean;
  /** Whether the receiver's `markRead` tells the provider which messages the team has read; absent = no. */
  marksRead?: boolean;
  /** The fields that a request may have under `channel`; those that a new channel must have are required. */
  parameters: ObjectShape;
  /** The state of a new channel before the request's parameters are applied. */
  initial: Omit<ChannelState, 'secrets'>;
  /** The parameter that gives the channel's address; null = none does. */
  addressParameter: string | null;
  /** Generates each secret that the server makes for a new channel. */
  newSecrets: Record<string, () => string>;
  /**
   * The state after a request with the parameters `given`; those left out keep their values. Whether the login is good is found
   * out again.
   * @throws AppError `invalid` when the resulting state is incomplete
   */
  change(before: ChannelState, given: Attributes): ChannelState;
  /**
   * Checks parameters against the installation's settings: the private networks that may be reached, and the domain whose
   * mail comes to it.
   * @throws AppError `invalid`
   */
  check(given: Attributes, installation: CheckedAgainst): void;
  /** The keys that this kind adds to an inbox's answer; `publicUrl` is the address of this server. */
  show(channel: ChannelRecord, publicUrl: string): Attributes;
  /** The keys that it adds for administrators only. */
  showSecrets(channel: ChannelRecord, secrets: Secrets): Attributes;
  /** The shapes of what `show` and `showSecrets` return. */
  shown: Record<string, Shape>;
  shownSecrets: Record<string, Shape>;
  /** Why the channel cannot send messages; null = it can. `canMail`: whether the installation has a mail server itself. */
  obstacle(channel: Pick<ChannelRecord, 'settings'>, secrets: Secrets, canMail: boolean): string | null;
  /** How they work in a channel with these settings. */
  sourceIds(settings: Attributes): SourceIds;
  /** Whether messages that contacts have not seen follow them by mail, by its settings; absent = they never do. */
  continuesByMail?(settings: Attributes): boolean;
};

/** The settings of an installation that parameters of channels are checked against. */
export type CheckedAgainst = {
  allowedNetworks: readonly string[];
  allowsHttp: boolean;
  mail: { inboundDomain: string };
};
