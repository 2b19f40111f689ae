import { computed, type ReadonlySignal, type Signal, signal } from '../../kit/signals.ts';
import type { Channel } from './channel.ts';
import { createMessages, type Messages } from './messages.ts';
import type { FrameSettings } from '../../kit/protocol.ts';
import type { Agent, Campaign, Contact, Conversation } from './wire.ts';

/** The parts of the address after `#`, which apps around the page know. */
export type Route = '/' | '/messages' | '/prechat-form' | '/unread-messages' | '/campaigns' | '/article';

/** Everything that the widget shows. Each thing is in one place; what follows from others is computed. */
export type State = {
  channel: Signal<Channel>;
  settings: Signal<Partial<FrameSettings>>;
  /** How large a file may be, in megabytes of 2 ** 20 bytes. */
  largestFile: Signal<number>;
  route: Signal<Route>;
  /** Whether the visitor sees the window. */
  isOpen: Signal<boolean>;
  /** Whether it is where it was on the page before, and the visitor has not opened it on this one: it takes no focus. */
  isBack: Signal<boolean>;
  messages: Messages;
  conversation: Signal<Conversation | null>;
  contact: Signal<Contact | null>;
  agents: Signal<readonly Agent[]>;
  /** Whether the inbox is open. */
  isOpenNow: Signal<boolean>;
  /** Says in a language when it opens next; null = it is open, or never opens. */
  opensInWords: Signal<((language: string) => string) | null>;
  /** Whether an agent writes. */
  isTyping: Signal<boolean>;
  /** Since when nothing reaches the server, in milliseconds; null = something does, by a socket or without, or need not. */
  connectionLostAt: Signal<number | null>;
  /** Whether what the server has was read once. */
  isLoaded: Signal<boolean>;
  /** Why what the visitor asked for could not be done, in words for them; null = nothing has failed. */
  problem: Signal<string | null>;
  hasOlder: Signal<boolean>;
  /** The message that is answered; null = none in particular. */
  replyTo: Signal<number | null>;
  /** The campaign that is shown; null = none. */
  campaign: Signal<Campaign | null>;
  /** The greatest id of a message that the visitor has seen. */
  seenId: Signal<number>;
  /** Keys of the team's messages that the visitor has not seen. */
  unread: ReadonlySignal<readonly string[]>;
  /** Whether the visitor may write: not into a resolved conversation, unless the inbox reopens it. */
  canWrite: ReadonlySignal<boolean>;
};

export function createState(channel: Channel): State {
  const messages = createMessages();
  const conversation = signal<Conversation | null>(null);
  const channelSignal = signal(channel);
  const seenId = signal(0);
  let unread: readonly string[] = [];

  return {
    channel: channelSignal,
    settings: signal({}),
    largestFile: signal(38),
    route: signal('/'),
    isOpen: signal(false),
    isBack: signal(false),
    messages,
    conversation,
    contact: signal(null),
    agents: signal([]),
    isOpenNow: signal(true),
    opensInWords: signal(null),
    isTyping: signal(false),
    connectionLostAt: signal(null),
    isLoaded: signal(false),
    problem: signal(null),
    hasOlder: signal(false),
    replyTo: signal(null),
    campaign: signal(null),
    seenId,
    unread: computed(() => {
      const keys = messages.order.value.filter((key) => {
        const message = messages.get(key)?.value;
        return message && !message.isOwn && (message.id ?? 0) > seenId.value;
      });
      // The same array as long as it is the same keys, so that nothing is done again.
      if (keys.join() !== unread.join()) unread = keys;
      return unread;
    }),
    canWrite: computed(
      () => conversation.value?.status !== 'resolved' || channelSignal.value.allow_messages_after_resolved !== false,
    ),
  };
}
