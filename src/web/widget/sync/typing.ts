import type { State } from '../store/state.ts';
import type { Api } from './api.ts';

const SILENCE_MS = 4000;

export type Typing = { note: () => void; stop: () => void };

/** Tells the team that the visitor writes: at the first key, and that it ended after four seconds of silence. */
export function createTyping(api: Api, state: State): Typing {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOn = false;

  function tell(status: 'on' | 'off') {
    isOn = status === 'on';
    clearTimeout(timer);
    if (!state.conversation.peek()) return;
    // A sign that is lost does no harm.
    api.request('POST', 'conversations/toggle_typing', { body: { typing_status: status } }).catch(() => null);
  }
  const stop = () => isOn && tell('off');

  return {
    note() {
      if (!isOn) tell('on');
      clearTimeout(timer);
      timer = setTimeout(stop, SILENCE_MS);
    },
    stop,
  };
}
