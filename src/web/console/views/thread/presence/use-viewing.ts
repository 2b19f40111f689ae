import { useEffect } from '../../../../kit/view.ts';
import type { Console } from '../../../console.ts';

/** Tells the others that the conversation is open, while the page is visible. */
export function useViewing(console: Console, conversationId: number): void {
  useEffect(() => {
    const look = () => console.view(document.visibilityState === 'visible' ? conversationId : null);
    const leave = () => console.view(null);
    look();
    document.addEventListener('visibilitychange', look);
    addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
}
