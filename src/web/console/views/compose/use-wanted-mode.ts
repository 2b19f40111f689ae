import type { RefObject } from 'preact';
import type { Signal } from '../../../kit/signals.ts';
import { useEffect } from '../../../kit/view.ts';
import { useDesk } from '../../desk.ts';
import type { Mode } from '../../store/drafts.ts';

/** Puts the focus into the field of the composer, in the mode that a key or a command asked for. */
export function useWantedMode(id: number, mode: Signal<Mode>, field: RefObject<HTMLTextAreaElement | null>): void {
  const { writing } = useDesk().commands;
  const wanted = writing.value;
  useEffect(() => {
    if (wanted?.conversation !== id) return;
    writing.value = null;
    mode.value = wanted.mode;
    // After the field of that mode is there, and after the heading of a conversation that was just opened took the focus.
    requestAnimationFrame(() => field.current?.focus());
  }, [wanted]);
}
