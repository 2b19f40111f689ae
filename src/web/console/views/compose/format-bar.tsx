import { Icon } from '../../../kit/icon.tsx';
import { useDesk } from '../../desk.ts';
import { modifier } from '../../shell/modifier.ts';
import type { Mark } from './edits.ts';

const MARKS: readonly { mark: Mark; keys: readonly string[]; outline: string }[] = [
  { mark: 'bold', keys: ['B'], outline: 'M7 5h6a3.500 3.500 0 010 7H7zM7 12h7a3.500 3.500 0 010 7H7z' },
  { mark: 'italic', keys: ['I'], outline: 'M10 5h8M6 19h8M14.500 5l-5 14' },
  { mark: 'code', keys: ['E'], outline: 'M8 8l-5 4 5 4M16 8l5 4-5 4M13.500 5l-3 14' },
  { mark: 'list', keys: ['Shift', '8'], outline: 'M9 6h11M9 12h11M9 18h11M4.500 6h.1M4.500 12h.1M4.500 18h.1' },
  {
    mark: 'link',
    keys: ['Shift', 'U'],
    outline:
      'M10 14a4 4 0 005.700 0l3-3a4 4 0 00-5.700-5.700l-1.200 1.200M14 10a4 4 0 00-5.700 0l-3 3a4 4 0 005.700 5.700l1.200-1.200',
  },
];

/** The mark that a key with Ctrl or Cmd makes; undefined = none. */
export function markOf({ key, code, shiftKey: isShifted }: KeyboardEvent): Mark | undefined {
  // With Shift, keyboards have other signs where digits are.
  const pressed = [...(isShifted ? ['Shift'] : []), code === 'Digit8' ? '8' : key.toUpperCase()].join('+');
  return MARKS.find(({ keys }) => keys.join('+') === pressed)?.mark;
}

/** Buttons that mark what is selected. */
export function FormatBar({ onMark }: { onMark: (mark: Mark) => void }) {
  const { t } = useDesk().i18n;
  return (
    <div class="format-bar" role="group" aria-label={t('formatting')}>
      {MARKS.map(({ mark, keys, outline }) => (
        <button
          key={mark}
          type="button"
          class="icon-button"
          aria-label={t(`mark_${mark}`)}
          title={`${t(`mark_${mark}`)} (${[modifier(), ...keys].join(' + ')})`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onMark(mark)}
        >
          <Icon outline={outline} />
        </button>
      ))}
    </div>
  );
}
