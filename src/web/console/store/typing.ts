import { type ReadonlySignal, type Signal, signal } from '../../kit/signals.ts';
import type { Change } from './changes.ts';

export type Typist = { type: string; id: number; name: string; isPrivate: boolean };

export type Typing = {
  /** Who types in a conversation. */
  in: (conversationId: number) => ReadonlySignal<readonly Typist[]>;
  hear: (change: Change) => void;
  stop: () => void;
};

/** Without a sign of its end, typing ends. */
const LONGEST_MS = 30_000;
const NOBODY: readonly Typist[] = [];

type Told = { user?: { id: number; type?: string; name?: string; available_name?: string }; is_private?: boolean };

export function createTyping(): Typing {
  const typists = new Map<number, Signal<readonly Typist[]>>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  function signalOf(conversationId: number): Signal<readonly Typist[]> {
    const found = typists.get(conversationId) ?? signal(NOBODY);
    typists.set(conversationId, found);
    return found;
  }

  function end(conversationId: number, type: string, id: number): void {
    const shown = signalOf(conversationId);
    if (shown.peek().some((one) => one.type === type && one.id === id)) {
      shown.value = shown.peek().filter((one) => one.type !== type || one.id !== id);
    }
  }

  return {
    in: signalOf,
    hear({ name, data, message }) {
      // A message ends the typing of its sender.
      if (name === 'message.created' && message?.sender) {
        return end(message.conversation_id, (message.sender.type ?? '').toLowerCase(), message.sender.id);
      }
      if (!name.startsWith('conversation.typing_')) return;
      const { user, is_private: isPrivate = false } = data as Told;
      const conversationId = (data['conversation'] as { id?: number } | undefined)?.id;
      if (!user || conversationId === undefined) return;
      const { id, type = 'user' } = user;
      const key = `${conversationId} ${type} ${id}`;
      clearTimeout(timers.get(key));
      end(conversationId, type, id);
      if (name !== 'conversation.typing_on') return;
      const shown = signalOf(conversationId);
      shown.value = [...shown.peek(), { type, id, name: user.available_name ?? user.name ?? '', isPrivate }];
      timers.set(
        key,
        setTimeout(() => end(conversationId, type, id), LONGEST_MS),
      );
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
