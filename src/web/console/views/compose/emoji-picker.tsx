import { useEffect, useRef } from '../../../kit/view.ts';
import { useDesk } from '../../desk.ts';

const FACES = ['😀', '😃', '😄', '😁', '😅', '😂', '🙂', '😉', '😊', '😍', '😘', '😎', '🤓', '🤔', '🤗', '🙄'];
const MORE_FACES = ['😐', '😕', '🙁', '😢', '😭', '😡', '😱', '😳', '😴', '🤒', '🤯', '🥳', '🤷', '🤦', '🙈', '👀'];
const HANDS = ['👍', '👎', '👌', '👏', '🙌', '🙏', '🤝', '💪', '👋', '✌️', '🤞', '👉', '👆', '👇', '☝️', '✍️'];
const SIGNS = ['❤️', '🎉', '🎁', '🔥', '⭐', '✅', '❌', '⚠️', '❓', '❗', '💡', '📎', '📦', '📅', '⏰', '🚀'];

export type EmojiPickerProps = { onPick: (emoji: string) => void; onClose: () => void };

/** The most common emoji; the keyboards of systems have the others. */
export function EmojiPicker({ onPick, onClose }: EmojiPickerProps) {
  const { t } = useDesk().i18n;
  const picker = useRef<HTMLDivElement>();
  useEffect(() => {
    picker.current?.querySelector('button')?.focus();
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !picker.current?.parentElement?.contains(target)) onClose();
    };
    addEventListener('pointerdown', leave);
    return () => removeEventListener('pointerdown', leave);
  }, []);

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') onClose();
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 8, ArrowUp: -8 }[event.key];
    const buttons = [...(picker.current?.querySelectorAll('button') ?? [])];
    const next = buttons[buttons.findIndex((one) => one === document.activeElement) + (step ?? 0)];
    if (step === undefined) return;
    event.preventDefault();
    next?.focus();
  }

  return (
    <div ref={picker} class="emoji-picker" role="group" aria-label={t('emoji')} onKeyDown={press}>
      {[...FACES, ...MORE_FACES, ...HANDS, ...SIGNS].map((emoji) => (
        <button key={emoji} type="button" onClick={() => onPick(emoji)}>
          {emoji}
        </button>
      ))}
    </div>
  );
}
