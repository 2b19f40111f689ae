import type { State } from '../store/state.ts';

/** How much of the conversation was read. */
export type Reading = {
  /** Everything up to this id is known; null = nothing was read. */
  cursor: number | null;
  /** The number of the last reading; what an earlier one still brings is not taken. */
  round: number;
  /** The conversation that the visitor has left for a new one. */
  leftId: number | null;
};

/** Forgets the messages: those of another conversation come. */
export function forgetMessages(reading: Reading, { messages, replyTo }: State): void {
  reading.cursor = null;
  messages.clear();
  replyTo.value = null;
}

/** Leaves the conversation: another one begins. */
export function leave(reading: Reading, state: State): void {
  reading.leftId = state.conversation.peek()?.id ?? null;
  reading.round += 1;
  forgetMessages(reading, state);
  state.conversation.value = null;
  state.hasOlder.value = false;
}
