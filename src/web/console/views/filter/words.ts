import type { I18n } from '../../../kit/i18n.ts';
import { STATUSES } from '../../addresses.ts';
import type { Console } from '../../console.ts';
import type { TextKey } from '../../locales.ts';
import { type Condition, valuesOf } from '../../store/conditions.ts';
import { PRIORITIES } from '../../store/wire.ts';
import { type Attribute, attributeOf, isOperator, type Operator } from './attributes.ts';

/** The name of an operator for an attribute: times are before or after, numbers less or greater. */
export function operatorName({ kind }: Pick<Attribute, 'kind'>, operator: Operator): TextKey {
  const isTime = kind === 'moment' || kind === 'date';
  if (isTime && operator === 'is_greater_than') return 'op_is_after';
  if (isTime && operator === 'is_less_than') return 'op_is_before';
  return `op_${operator}`;
}

/** The condition as a sentence: "Labels is vip or billing". */
export function wordsOf(
  condition: Condition,
  attributes: readonly Attribute[],
  console: Console,
  i18n: I18n<TextKey>,
): string {
  const { t } = i18n;
  const { attribute_key: key, filter_operator: operator } = condition;
  const attribute = attributeOf(condition, attributes);
  const values = valuesOf(condition).map((value) => valueName(String(value), attribute, operator, console, i18n));
  const value = new Intl.ListFormat(i18n.language(), { type: 'disjunction' }).format(values);
  const name = attribute?.name ?? key;
  if (!isOperator(operator)) return t('filterWords', { name, operator, value });
  if (operator === 'days_before') return t('filterDays', { name, n: Number(values[0] ?? 0) });
  const said = t(operatorName(attribute ?? { kind: 'text' }, operator));
  return t('filterWords', { name, operator: said, value }).trim();
}

function valueName(
  value: string,
  attribute: Attribute | undefined,
  operator: string,
  console: Console,
  { t, day }: I18n<TextKey>,
): string {
  const { members, inboxes, teams } = console.start.peek();
  const named = (all: readonly { id: number; name: string }[]) => all.find(({ id }) => String(id) === value)?.name;
  switch (attribute?.kind) {
    case 'status':
      return isStatus(value) ? t(value) : value;
    case 'priority':
      return isPriority(value) ? t(value) : value;
    case 'member':
      return named(members.map((one) => ({ id: one.id, name: one.available_name ?? one.name }))) ?? `#${value}`;
    case 'inbox':
      return named(inboxes) ?? `#${value}`;
    case 'team':
      return named(teams) ?? `#${value}`;
    case 'flag':
      return t(value === 'true' ? 'yes' : 'no');
    case 'moment':
    case 'date':
      return operator === 'days_before' || !/^\d{4}-\d\d-\d\d/.test(value) ? value : day(dayIn(value));
    default:
      return value;
  }
}

/** In the zone of the user, in which it then has the same date. */
function dayIn(text: string): Date {
  const [year = 0, month = 1, date = 1] = text.slice(0, 10).split('-').map(Number);
  return new Date(year, month - 1, date);
}

const isStatus = (value: string): value is (typeof STATUSES)[number] => STATUSES.some((one) => one === value);
const isPriority = (value: string): value is (typeof PRIORITIES)[number] => PRIORITIES.some((one) => one === value);
