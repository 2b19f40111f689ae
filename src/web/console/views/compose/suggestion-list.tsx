import { useDesk } from '../../desk.ts';
import type { Suggestions } from './use-suggestions.ts';

/** What can be written in place of the word, above the field. */
export function SuggestionList({ suggestions }: { suggestions: Suggestions }) {
  const { t } = useDesk().i18n;
  const { id, title, found, at, idOf, take } = suggestions;
  if (found.value.length === 0) return null;
  return (
    <ul id={id} class="canned" role="listbox" aria-label={t(title)}>
      {found.value.map((suggestion, index) => (
        <li
          key={suggestion.id}
          id={idOf(suggestion)}
          class="menu-item"
          role="option"
          aria-selected={index === at.value}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(suggestion)}
        >
          <strong>{suggestion.label}</strong>
          <span class="menu-label">{suggestion.detail}</span>
        </li>
      ))}
    </ul>
  );
}
