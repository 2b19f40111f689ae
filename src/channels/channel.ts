import type { ObjectShape } from 'yup';
import type { ChannelType } from '../entities/channel.ts';
import type { Attributes } from '../entities/columns.ts';
import type { ChannelFacts } from '../events/facts.ts';

/** What the columns of a channel keep of its parameters. */
export type ChannelState = Pick<ChannelFacts, 'settings' | 'webhookUrl' | 'replyWindowHours'>;

/** A channel's secrets by name. */
export type Secrets = Record<string, string>;

/** One kind of channel: what it is made of, and what is shown of it. Names are those of requests and answers. */
export type Channel = {
  type: ChannelType;
  /** What a request may say under `channel`; what a new channel must have is required here. */
  parameters: ObjectShape;
  /** What a new channel has before its request says anything. */
  initial: ChannelState;
  /** How each secret of a new channel is made. */
  secrets: Record<string, () => string>;
  /** The state after a request said `given`; what it left out stays. */
  change(before: ChannelState, given: Attributes): ChannelState;
  /**
   * Looks for what only the installation can judge; `allowedNetworks` may be reached although they are not public.
   * @throws AppError `invalid`
   */
  check(given: Attributes, allowedNetworks: readonly string[]): void;
  /** The keys of an inbox's answer that this kind fills; `publicUrl` is where this server is reached. */
  show(channel: ChannelFacts, publicUrl: string): Attributes;
};
