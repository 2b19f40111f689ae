import { useUi } from '../views/ui.ts';

/** Files are held over the composer. */
export function Drop() {
  return <p class="drop">{useUi().i18n.t('drop')}</p>;
}
