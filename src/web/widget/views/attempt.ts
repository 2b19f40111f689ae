import type { Ui } from './ui.ts';

/** Does what the visitor asked for, and says so when it did not work. Returns whether it worked. */
export async function attempt({ widget, i18n }: Ui, work: () => Promise<unknown>): Promise<boolean> {
  const { problem } = widget.state;
  try {
    problem.value = null;
    await work();
    return true;
  } catch (error) {
    problem.value = (error instanceof Error && error.message) || i18n.t('problem');
    return false;
  }
}
