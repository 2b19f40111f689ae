import { useDesk } from '../../desk.ts';
import { reasonOf } from '../../session/reason-of.ts';

/** How the user writes, on all devices. */
export type WritingSettings = {
  /** Whether Enter sends; otherwise it does with Ctrl or Cmd. */
  isSentByEnter: boolean;
  /** So long a message can be taken back, in seconds. */
  undoSeconds: number;
  sendByEnter: (isSentByEnter: boolean) => void;
  undoFor: (seconds: number) => void;
};

/** The choices that are offered. */
export const UNDO_SECONDS = [0, 5, 10, 20, 30] as const;

const USUAL_UNDO = 5;
const LONGEST_UNDO = 30;
/** Under the name of Chatwoot's app. */
const KEY = 'editor_message_key';
const UNDO = 'undo_send_seconds';

export function useWritingSettings(): WritingSettings {
  const { session, toasts, i18n } = useDesk();
  const state = session.state.value;
  const settings = state.is === 'in' ? state.user.ui_settings : {};
  const { [KEY]: key, [UNDO]: undo } = settings;

  async function change(changed: Record<string, unknown>) {
    try {
      await session.changeSettings(changed);
    } catch (error) {
      toasts.show({ text: reasonOf(i18n, error), isProblem: true });
    }
  }

  return {
    isSentByEnter: key !== 'cmd_enter',
    undoSeconds: typeof undo === 'number' && undo >= 0 && undo <= LONGEST_UNDO ? undo : USUAL_UNDO,
    sendByEnter: (isSentByEnter) => void change({ [KEY]: isSentByEnter ? 'enter' : 'cmd_enter' }),
    undoFor: (seconds) => void change({ [UNDO]: seconds }),
  };
}
