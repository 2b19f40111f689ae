import type { Message } from '../store/message.ts';

/** The name of a message's sender as visitors see it. */
export function nameOf({ sender }: Message, other: string): string {
  return sender?.available_name || sender?.name || other;
}
