import { useEffect, useKept } from '../../../kit/view.ts';
import type { Console } from '../../console.ts';

/** While somebody types, the server is told this often; after as long without a letter, that they no longer do. */
const EVERY_MS = 4000;

export type TypingNotes = {
  /** `isAny`: whether there is text. */
  wrote: (isAny: boolean, isNote: boolean) => void;
  end: () => void;
};

/** Tells the others that the user types. */
export function useTypingNotes(console: Console, conversationId: number): TypingNotes {
  const notes = useKept(() => createTypingNotes(console, conversationId));
  useEffect(() => notes.end, []);
  return notes;
}

function createTypingNotes({ api }: Console, conversationId: number): TypingNotes {
  let toldAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPrivate = false;

  function tell(status: 'on' | 'off'): void {
    const body = { typing_status: status, is_private: isPrivate };
    // It only matters now: what does not arrive is not sent again.
    api.request('POST', `/conversations/${conversationId}/toggle_typing_status`, { body }).catch(() => {});
  }

  function end(): void {
    clearTimeout(timer);
    if (toldAt === 0) return;
    toldAt = 0;
    tell('off');
  }

  return {
    end,
    wrote(isAny, isNote) {
      if (!isAny) return end();
      clearTimeout(timer);
      timer = setTimeout(end, EVERY_MS);
      if (Date.now() - toldAt < EVERY_MS && isNote === isPrivate) return;
      isPrivate = isNote;
      toldAt = Date.now();
      tell('on');
    },
  };
}
