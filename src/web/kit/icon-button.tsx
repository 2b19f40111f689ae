import { Icon } from './icon.tsx';

const OUTLINES = {
  back: 'M15 5l-7 7 7 7',
  close: 'M6 6l12 12M18 6L6 18',
  attach: 'M20 11l-8.5 8.5a5 5 0 01-7-7L13 4a3.3 3.3 0 014.7 4.7l-8.5 8.5a1.7 1.7 0 01-2.4-2.4L14.5 7.5',
  camera: 'M4 8h3l2-3h6l2 3h3v11H4zM12 16a3 3 0 100-6 3 3 0 000 6z',
  emoji: 'M12 21a9 9 0 100-18 9 9 0 000 18zM8.5 14a4 4 0 007 0M9 9.5v.1M15 9.5v.1',
  popout: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  down: 'M6 9l6 6 6-6',
  reply: 'M9 7l-5 5 5 5M4 12h10a6 6 0 016 6v1',
} as const;

export type IconButtonProps = {
  icon: keyof typeof OUTLINES;
  label: string;
  onClick: () => void;
  class?: string;
};

export function IconButton({ icon, label, onClick, class: more = '' }: IconButtonProps) {
  return (
    <button type="button" class={`icon-button ${more}`} title={label} aria-label={label} onClick={onClick}>
      <Icon outline={OUTLINES[icon]} />
    </button>
  );
}
