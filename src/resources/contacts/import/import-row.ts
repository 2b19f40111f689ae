import { array, ValidationError } from 'yup';
import { itemsOf, MOST_ITEMS } from '../../../comma-list.ts';
import type { Attributes } from '../../../entities/columns.ts';
import { attributes, email, object, phoneNumber, text } from '../../../fields.ts';
import { ruleOf, typedValue } from '../../../fields/typed-value.ts';
import type { CsvRow } from './csv-file.ts';
import { KEY_COLUMNS, type Target } from './import-columns.ts';
import { plainCell } from '../../../csv/safe-cell.ts';

/** A row to import; undefined = the cell is empty, and the present value stays. */
export type ImportedRow = {
  name: string | undefined;
  email: string | undefined;
  phoneNumber: string | undefined;
  identifier: string | undefined;
  customAttributes: Attributes;
  additionalAttributes: Attributes;
  /** Added to the contact's labels. */
  labels: string[];
};

/** Why a row is not imported; `column` null = the row as a whole. */
export type Problem = { column: string | null; message: string };

const rowShape = object({
  name: text(),
  email: email(),
  phone_number: phoneNumber(),
  identifier: text(),
  custom_attributes: attributes(),
  additional_attributes: attributes(),
  labels: array(text().required()),
});

/** Reads a row by the targets of its columns. Returns the first problem instead when it cannot be imported. */
export function readRow({ cells }: CsvRow, targets: Target[]): ImportedRow | Problem {
  // Without a prototype, so that a column may have any name, "__proto__" included.
  const given: Given = { custom_attributes: Object.create(null) as Attributes, additional_attributes: {} };
  const labels = new Set<string>();
  for (const [index, target] of targets.entries()) {
    const cell = plainCell(cells[index]?.trim() ?? '');
    if (cell === '') continue;
    if (target.kind === 'field') given[target.field] = target.field === 'phone_number' ? international(cell) : cell;
    if (target.kind === 'additional') given.additional_attributes[target.key] = cell;
    if (target.kind === 'custom') {
      const value = typedValue(target.type, cell);
      if (value === undefined) return { column: target.key, message: ruleOf(target.type) };
      given.custom_attributes[target.key] = value;
    }
    if (target.kind === 'labels') for (const label of itemsOf(cell.toLowerCase())) labels.add(label);
  }
  return checked(given, [...labels], cells.length > targets.length);
}

type Given = {
  name?: string;
  email?: string;
  phone_number?: string;
  identifier?: string;
  custom_attributes: Attributes;
  additional_attributes: Attributes;
};

function checked(given: Given, labels: string[], isTooLong: boolean): ImportedRow | Problem {
  if (isTooLong) return { column: null, message: 'has more cells than the first row has columns' };
  if (!KEY_COLUMNS.some((column) => given[column] !== undefined)) {
    return { column: null, message: `needs one of ${KEY_COLUMNS.join(', ')}: a second import would add it again` };
  }
  if (labels.length > MOST_ITEMS) return { column: 'labels', message: `must have at most ${MOST_ITEMS} items` };
  try {
    const row = rowShape.validateSync({ ...given, labels });
    return {
      name: row.name,
      email: row.email ?? undefined,
      phoneNumber: row.phone_number ?? undefined,
      identifier: row.identifier,
      customAttributes: given.custom_attributes,
      additionalAttributes: given.additional_attributes,
      labels,
    };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return { column: error.path ?? null, message: error.message };
  }
}

/** "0049 (30) 123-456" as "+4930123456"; other text stays as it is, for the check to refuse. */
function international(cell: string): string {
  const digits = cell.replaceAll(/[\s().\-/]/g, '').replace(/^00/, '+');
  return /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : digits;
}
