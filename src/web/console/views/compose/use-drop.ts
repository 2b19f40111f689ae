import type { RefObject } from 'preact';
import type { Signal } from '../../../kit/signals.ts';
import { useEffect, useKept, useSignal } from '../../../kit/view.ts';

/**
 * Passes files that are dropped on the conversation around `inside` to `take`; gives whether some are held over it. Files that miss it
 * do not replace the page.
 */
export function useDrop(inside: RefObject<HTMLElement | null>, take: (files: File[]) => void): Signal<boolean> {
  const isOver = useSignal(false);
  const latest = useKept(() => ({ take }));
  latest.take = take;
  useEffect(() => {
    const area = inside.current?.closest('.conversation');
    const isInside = ({ target }: Event) => target instanceof Node && (area?.contains(target) ?? false);
    function hold(event: DragEvent) {
      const { dataTransfer: transfer } = event;
      if (!transfer?.types.includes('Files')) return;
      event.preventDefault();
      isOver.value = isInside(event);
      transfer.dropEffect = isOver.peek() ? 'copy' : 'none';
    }
    function leave({ relatedTarget }: DragEvent) {
      // Outside of the window.
      if (relatedTarget === null) isOver.value = false;
    }
    function drop(event: DragEvent) {
      isOver.value = false;
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (isInside(event)) latest.take(filesIn(event.dataTransfer));
    }
    addEventListener('dragover', hold);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', hold);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}

/** The files of what was dropped or pasted; folders, which cannot be sent, are left out. */
export function filesIn(transfer: DataTransfer | null): File[] {
  return [...(transfer?.items ?? [])]
    .filter((item) => item.kind === 'file' && !item.webkitGetAsEntry()?.isDirectory)
    .map((item) => item.getAsFile())
    .filter((file) => file !== null);
}
