import { useEffect, useKept, useSignal } from '../../../kit/view.ts';
import type { Console } from '../../console.ts';
import type { Conversation } from '../../store/conversation.ts';
import { markSeen } from '../../sync/intents.ts';

/**
 * Marks the conversation as seen when it is opened, and with each new message, while the page is visible. Returns the time up to
 * which its messages had been seen when it was opened, in Unix seconds; null = all of them.
 */
export function useSeen(console: Console, record: Conversation): number | null {
  const isVisible = useSignal(document.visibilityState === 'visible');
  const before = useKept(() => ({ until: record.unreadCount > 0 ? record.agentLastSeenAt : null }));
  const newest = console.store.lastMessage(record.id).value ?? 0;
  useEffect(() => {
    const look = () => void (isVisible.value = document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  // By the newest message, so that a conversation that the user marks as unread stays unread.
  useEffect(() => {
    const unread = console.store.conversations.peek(record.id)?.unreadCount ?? 0;
    if (isVisible.value && unread > 0) console.act(record.id, markSeen(record.id));
  }, [newest, isVisible.value]);
  return before.until;
}
