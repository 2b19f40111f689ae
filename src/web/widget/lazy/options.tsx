import { useSignal } from '../../kit/view.ts';
import { attempt } from '../views/attempt.ts';
import type { PartProps } from '../views/content.tsx';
import { useUi } from '../views/ui.ts';

/** Answers to choose one of. */
export function Options({ message: { id, attributes } }: PartProps) {
  const ui = useUi();
  const isSending = useSignal(false);
  const [chosen] = (attributes.submitted_values as { value: string }[] | undefined) ?? [];

  async function choose(title: string, value: string) {
    if (id === null || isSending.peek()) return;
    isSending.value = true;
    await attempt(ui, () => ui.widget.submit(id, { message: { submitted_values: [{ title, value }] } }));
    isSending.value = false;
  }

  return (
    <ul class="options">
      {(attributes.items ?? []).map(({ title = '', value = '' }) => (
        <li key={value}>
          <button
            type="button"
            aria-pressed={chosen ? chosen.value === value : undefined}
            disabled={isSending.value || chosen !== undefined}
            onClick={() => void choose(title, value)}
          >
            {title}
          </button>
        </li>
      ))}
    </ul>
  );
}
