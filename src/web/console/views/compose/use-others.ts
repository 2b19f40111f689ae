import { useEffect, useSignal } from '../../../kit/view.ts';
import type { Console } from '../../console.ts';
import type { Thread } from '../../store/thread.ts';

/** What others have written since the user began to write. */
export type Others = {
  /** How many messages the user has not seen, or has seen last before sending; 0 = none. */
  count: number;
  /** Whether Send was pressed, and waits to be pressed again. */
  isHeld: boolean;
  /** Whether a message can be sent now; if not, the new messages are shown, and the next time it can. */
  maySend: () => boolean;
};

export function useOthers(console: Console, thread: Thread, isWriting: boolean): Others {
  /** The newest message that the user has seen; null = they are not writing. */
  const seen = useSignal<number | null>(null);
  const held = useSignal(0);
  const ids = thread.ids.value;
  const newest = ids.at(-1) ?? 0;
  const isReady = thread.state.value === 'ready';
  const count = seen.value === null ? 0 : ids.filter((id) => id > (seen.value ?? 0) && isOfOthers(id)).length;

  useEffect(() => {
    if (!isWriting) {
      seen.value = null;
      held.value = 0;
    } else if (isReady) seen.value ??= newest;
  }, [isWriting, isReady]);

  function isOfOthers(id: number): boolean {
    const message = console.store.messages.get(id).value;
    if (!message || message.kind === 'activity' || message.isDeleted) return false;
    const { sender } = message;
    return !(sender?.type === 'user' && sender.id === console.start.peek().user.id);
  }

  return {
    count: count || held.value,
    isHeld: count === 0 && held.value > 0,
    maySend() {
      if (count === 0) return true;
      held.value = count;
      seen.value = newest;
      return false;
    },
  };
}
