import type { RefObject } from 'preact';
import { useEffect, useKept } from '../../../../kit/view.ts';

/** Keeps the row at the top of the window where it is while rows come, go and grow, unless the reader is at the end. */
export function useAnchor(scroller: RefObject<HTMLElement | null>, isAtEnd: () => boolean): { note: () => void } {
  const kept = useKept(() => ({ id: '', bottom: 0 }));

  /** Remembers where the first row ends that the reader sees: above it, the name of its sender may come and go. */
  function note(): void {
    const { current } = scroller;
    if (!current) return;
    const { top } = current.getBoundingClientRect();
    const rows = current.querySelectorAll('[id^=message-]');
    for (const row of rows) {
      const place = row.getBoundingClientRect();
      if (place.bottom <= top) continue;
      Object.assign(kept, { id: row.id, bottom: place.bottom });
      return;
    }
  }

  function restore(): void {
    const { current } = scroller;
    const row = kept.id === '' ? null : document.getElementById(kept.id);
    if (!current || isAtEnd()) return;
    const moved = row ? row.getBoundingClientRect().bottom - kept.bottom : 0;
    if (Math.abs(moved) >= 1) current.scrollTop += moved;
    note();
  }

  useEffect(restore);
  useEffect(() => {
    const inside = scroller.current?.firstElementChild;
    if (!inside) return undefined;
    const observer = new ResizeObserver(restore);
    observer.observe(inside);
    return () => observer.disconnect();
  }, []);
  return { note };
}
