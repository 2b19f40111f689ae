import { useDesk } from '../../desk.ts';
import type { Canned } from './use-canned.ts';
import { plainText } from './plain-text.ts';

/** The canned responses that fit, above the field. */
export function CannedList({ canned, onChoose }: { canned: Canned; onChoose: (text: string) => void }) {
  const { t } = useDesk().i18n;
  const found = canned.found.value;
  if (found.length === 0) return null;
  return (
    <ul id={canned.id} class="canned" role="listbox" aria-label={t('cannedResponses')}>
      {found.map((response, index) => (
        <li
          key={response.id}
          id={canned.idOf(response)}
          class="menu-item"
          role="option"
          aria-selected={index === canned.at.value}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(canned.filled(response))}
        >
          <strong>/{response.short_code}</strong>
          <span class="menu-label">{plainText(response.content)}</span>
        </li>
      ))}
    </ul>
  );
}
