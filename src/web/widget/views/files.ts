import type { Ui } from './ui.ts';

const MEGABYTE = 1024 * 1024;

export const filesIn = (transfer: DataTransfer | null): File[] => [...(transfer?.files ?? [])];

/** Sends what is not too large, and says what is. */
export function sendFiles({ widget, i18n }: Ui, files: readonly File[]): void {
  const largest = widget.state.largestFile.peek();
  const isLarge = ({ size }: File) => size > largest * MEGABYTE;
  const large = files.filter(isLarge);
  const names = large.map(({ name }) => i18n.t('tooLarge', { name, size: largest }));
  widget.state.problem.value = names.length > 0 ? names.join(' ') : null;
  void widget.attach(files.filter((file) => !isLarge(file)));
}
