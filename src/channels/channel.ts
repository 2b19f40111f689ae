import type { ObjectShape } from 'yup';
import type { ChannelType } from '../entities/channel.ts';
import type { Attributes } from '../entities/columns.ts';
import type { ChannelRecord } from '../records/inbox.ts';
import type { Shape } from '../wire/shape.ts';

/** A channel's secrets by name. */
export type Secrets = Attributes;

/** What the columns of a channel keep of its parameters. */
export type ChannelState = Pick<ChannelRecord, 'settings' | 'webhookUrl' | 'replyWindowHours'> & {
  /** Where the outside world reaches it, which no other channel of its kind may have; null = nowhere in particular. */
  address: string | null;
  secrets: Secrets;
};

/** What a contact is reached by. */
export type Reachable = { email: string | null; phoneNumber: string | null };

/** What contacts are called in the inboxes of a kind. */
export type SourceIds = {
  /** What this contact is called there; null = by a name of our making. @throws AppError `invalid` when it lacks what it needs */
  of(contact: Reachable): string | null;
  /** What is wrong with a name that a request gives; null = nothing. */
  problem(sourceId: string): string | null;
  /** Whether they are addresses, which go over to another contact: whoever has it now is meant by it. */
  areAddresses: boolean;
};

/** One kind of channel: what it is made of, and what is shown of it. Names are those of requests and answers. */
export type Channel = {
  type: ChannelType;
  /** Whether its messages go to another service, which may not be there. */
  external: boolean;
  /** What a request may say under `channel`; what a new channel must have is required here. */
  parameters: ObjectShape;
  /** What a new channel has before its request says anything. */
  initial: Omit<ChannelState, 'secrets'>;
  /** The parameter that its address is taken from; null = it has none. */
  addressParameter: string | null;
  /** How each secret of a new channel that is ours to make is made. */
  newSecrets: Record<string, () => string>;
  /** The state after a request said `given`; what it left out stays. @throws AppError `invalid` when it is not whole */
  change(before: ChannelState, given: Attributes): ChannelState;
  /**
   * Looks for what only the installation can judge; `allowedNetworks` may be reached although they are not public.
   * @throws AppError `invalid`
   */
  check(given: Attributes, allowedNetworks: readonly string[]): void;
  /** The keys of an inbox's answer that this kind fills; `publicUrl` is where this server is reached. */
  show(channel: ChannelRecord, publicUrl: string): Attributes;
  /** Those that only administrators see. */
  showSecrets(channel: ChannelRecord, secrets: Secrets): Attributes;
  /** What `show` and `showSecrets` give. */
  shown: Record<string, Shape>;
  shownSecrets: Record<string, Shape>;
  /** Why nothing can be sent over the channel; null = it can. */
  obstacle(channel: Pick<ChannelRecord, 'settings'>, secrets: Secrets): string | null;
  sourceIds: SourceIds;
};
