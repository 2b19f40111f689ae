/** A row of conversations or contacts, as the database has it, with its labels and attributes decoded. */
export type Row = { [column: string]: unknown } & {
  labels: string[];
  additional_attributes: Record<string, unknown>;
  custom_attributes: Record<string, unknown>;
};

/** One condition as a request has it. */
export type Given = {
  attribute_key: string;
  filter_operator: string;
  values: unknown;
  query_operator?: string | null;
  custom_attribute_type?: string;
};

/** How an attribute of a row is found and compared; what src/filters says in SQL, said plainly. */
export type Rule = {
  value: (row: Row) => unknown;
  /** What is there, of whatever type; the value itself where that is left out. */
  any?: (row: Row) => unknown;
  firstOnly: boolean;
  absentDiffers: boolean;
  fold: (text: string) => string;
};

/** Whether the row meets the conditions: AND before OR, the operator of the last one ignored. */
export function meets(row: Row, payload: Given[], ruleOf: (key: string, own: boolean) => Rule, now: Date): boolean {
  const groups: Given[][] = [[]];
  payload.forEach((condition, index) => {
    groups.at(-1)!.push(condition);
    if (condition.query_operator?.toLowerCase() === 'or' && index < payload.length - 1) groups.push([]);
  });
  return groups.some((group) =>
    group.every((condition) =>
      meetsOne(row, condition, ruleOf(condition.attribute_key, Boolean(condition.custom_attribute_type)), now),
    ),
  );
}

function meetsOne(
  row: Row,
  { attribute_key: key, filter_operator: operator, values }: Given,
  rule: Rule,
  now: Date,
): boolean {
  const all = [values].flat();
  const given = rule.firstOnly ? all.slice(0, 1) : all;
  if (key === 'labels') return meetsLabels(row.labels, operator, given as string[]);

  const value = rule.value(row) ?? null;
  const isThere = ((rule.any ?? rule.value)(row) ?? null) !== null;
  const folded = typeof value === 'string' ? rule.fold(value) : value;
  const wanted = given.map((item) => (typeof item === 'string' ? rule.fold(item) : item));
  const is = () =>
    wanted.some((item) => String(item) === String(folded) || (typeof folded === 'number' && Number(item) === folded));
  const holds = () => wanted.some((item) => String(folded).includes(String(item)));
  switch (operator) {
    case 'is_present':
      return isThere;
    case 'is_not_present':
      return !isThere;
    case 'equal_to':
      return value !== null && is();
    case 'not_equal_to':
      return value === null ? rule.absentDiffers : !is();
    case 'contains':
      return value !== null && holds();
    case 'does_not_contain':
      return value !== null && !holds();
    case 'starts_with':
      return value !== null && String(folded).startsWith(String(wanted[0]));
    default:
      return value !== null && compares(value, operator, all[0], now);
  }
}

function meetsLabels(labels: string[], operator: string, given: string[]): boolean {
  const has = labels.some((label) => given.includes(label));
  return { equal_to: has, not_equal_to: !has, is_present: labels.length > 0, is_not_present: labels.length === 0 }[
    operator
  ]!;
}

const DAY_MS = 86_400_000;
const dayOf = (value: unknown) =>
  (value instanceof Date ? value : new Date(value as string)).toISOString().slice(0, 10);

function compares(value: unknown, operator: string, given: unknown, now: Date): boolean {
  if (typeof value === 'number') return operator === 'is_greater_than' ? value > Number(given) : value < Number(given);
  const day = dayOf(value);
  if (operator === 'days_before') return day < dayOf(new Date(now.getTime() - Number(given) * DAY_MS));
  return operator === 'is_greater_than' ? day > String(given) : day < String(given);
}

export const foldAscii = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Text as filters see it in free keys: text, and whole numbers. */
export const textual = (value: unknown) =>
  typeof value === 'string'
    ? value
    : Number.isSafeInteger(value) && Math.abs(value as number) < 1e15
      ? String(value)
      : null;
