import { MOST_LABELS } from '../entities/label.ts';
import { invalidField } from '../errors.ts';

/** @throws AppError `invalid` for more labels than a conversation or a contact may have */
export function checkNumberOfLabels(labels: readonly string[]): void {
  if (labels.length > MOST_LABELS) throw invalidField('labels', `has too many labels (maximum is ${MOST_LABELS})`);
}
