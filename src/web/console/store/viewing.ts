import { type ReadonlySignal, type Signal, signal } from '../../kit/signals.ts';
import type { Change } from './changes.ts';

/** A member who has a conversation open. */
export type Viewer = { id: number; name: string };

/** Who has each conversation open. */
export type AllViewers = readonly (readonly [conversationId: number, viewers: readonly Viewer[]])[];

export type Viewing = {
  /** Which others have a conversation open. */
  in: (conversationId: number) => ReadonlySignal<readonly Viewer[]>;
  hear: (change: Change) => void;
  /** All of it, by conversations, as another tab takes it. */
  all: () => AllViewers;
  take: (all: AllViewers) => void;
  /** Nothing is known of it any more. */
  lost: () => void;
};

export const VIEWING = 'conversation.viewing';
const NOBODY: readonly Viewer[] = [];

type Told = {
  conversation_id?: number;
  user?: { id: number; name?: string; available_name?: string };
  is_viewing?: boolean;
};

export function createViewing(): Viewing {
  const viewers = new Map<number, Signal<readonly Viewer[]>>();

  function signalOf(conversationId: number): Signal<readonly Viewer[]> {
    const found = viewers.get(conversationId) ?? signal(NOBODY);
    viewers.set(conversationId, found);
    return found;
  }

  return {
    in: signalOf,
    hear({ name, data }) {
      const { conversation_id: conversationId, user, is_viewing: isViewing } = data as Told;
      if (name !== VIEWING || !user || conversationId === undefined) return;
      const shown = signalOf(conversationId);
      const others = shown.peek().filter(({ id }) => id !== user.id);
      const viewer = { id: user.id, name: user.available_name ?? user.name ?? '' };
      shown.value = isViewing ? [...others, viewer] : others;
    },
    all: () => [...viewers].map(([id, shown]) => [id, shown.peek()] as const).filter(([, one]) => one.length > 0),
    take(all) {
      for (const [id, found] of all) signalOf(id).value = found;
    },
    lost() {
      for (const shown of viewers.values()) if (shown.peek().length > 0) shown.value = NOBODY;
    },
  };
}
