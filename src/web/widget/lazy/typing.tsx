import { useUi } from '../views/ui.ts';

/** Somebody of the team writes. */
export function Typing() {
  return (
    <p class="typing">
      <span class="dots" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span class="unseen">{useUi().i18n.t('typing')}</span>
    </p>
  );
}
