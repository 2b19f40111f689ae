import { effect } from '../../kit/signals.ts';
import type { State } from '../store/state.ts';
import type { Api } from './api.ts';

/**
 * Tells the team that the visitor has seen its messages, each time that there are new ones in front of them. Gives what
 * tells it of all that there are now.
 */
export function createSeen(api: Api, state: State): () => void {
  const { document } = globalThis;

  function tell() {
    state.seenId.value = state.messages.newestId();
    // The next message is seen with the earlier ones, so that one that is lost does no harm.
    api.request('POST', 'conversations/update_last_seen').catch(() => null);
  }

  function check() {
    const isSeen = state.isOpen.value && state.route.value === '/messages' && !document?.hidden;
    if (isSeen && state.unread.value.length > 0) tell();
  }

  document?.addEventListener('visibilitychange', check);
  effect(check);
  return tell;
}
