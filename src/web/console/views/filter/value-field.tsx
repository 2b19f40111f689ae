import { type Choice, Combobox } from '../../../kit/controls/combobox.tsx';
import { Select } from '../../../kit/controls/field.tsx';
import { useId } from '../../../kit/view.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import type { TextKey } from '../../locales.ts';
import { PRIORITIES } from '../../store/wire.ts';
import { type Attribute, isAlone, type Operator, takesSeveral } from './attributes.ts';

export type ValueFieldProps = {
  console: Console;
  attribute: Attribute;
  operator: Operator;
  values: readonly string[];
  onChange: (values: string[]) => void;
};

/** Where the values of a condition are chosen: from what the account has, or as text, number or date. */
export function ValueField({ console, attribute, operator, values, onChange }: ValueFieldProps) {
  const { t } = useDesk().i18n;
  if (isAlone(operator)) return null;
  const label = t('filterValue');
  const [first = ''] = values;
  const isInside = operator === 'contains' || operator === 'does_not_contain';
  const choices = isInside ? null : choicesOf(attribute, console, t);
  if (choices) {
    const isMultiple = takesSeveral(attribute);
    const toggle = (value: string) =>
      onChange(values.includes(value) ? values.filter((one) => one !== value) : [...values, value]);
    return (
      <Combobox
        label={label}
        isLabelHidden
        choices={choices}
        chosen={values}
        isMultiple={isMultiple}
        placeholder={t('filterChoose')}
        noneText={t('nothingFits')}
        onChoose={(value) => (isMultiple ? toggle(value) : onChange([value]))}
      />
    );
  }
  if (attribute.kind === 'flag') {
    const options = (['true', 'false'] as const).map((value) => ({ value, label: t(value === 'true' ? 'yes' : 'no') }));
    return (
      <Select label={label} isLabelHidden value={first} options={options} onChange={(value) => onChange([value])} />
    );
  }
  return (
    <Entry label={label} type={typeOf(attribute, operator)} value={first} onChange={(value) => onChange([value])} />
  );
}

type EntryProps = {
  label: string;
  type: 'text' | 'number' | 'days' | 'date';
  value: string;
  onChange: (value: string) => void;
};

function Entry({ label, type, value, onChange }: EntryProps) {
  const { t } = useDesk().i18n;
  const id = useId();
  const [hint, isNumber] = [type === 'days' ? t('filterDaysHint') : undefined, type === 'number' || type === 'days'];
  return (
    <div class="field">
      <label for={id} class="unseen">
        {label}
      </label>
      <input
        id={id}
        type={(isNumber ? 'number' : type) as 'text'}
        min={type === 'days' ? 0 : undefined}
        step={type === 'number' ? 'any' : undefined}
        max={type === 'date' ? '9999-12-31' : undefined}
        maxLength={1000}
        placeholder={hint}
        autocomplete="off"
        spellcheck={false}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}

function typeOf({ kind }: Attribute, operator: Operator): EntryProps['type'] {
  if (operator === 'days_before') return 'days';
  if (kind === 'moment' || kind === 'date') return 'date';
  return kind === 'number' || kind === 'id' ? 'number' : 'text';
}

const STATUSES = ['open', 'pending', 'snoozed', 'resolved'] as const;

/** What can be chosen; null = the value is typed. */
function choicesOf({ kind, choices }: Attribute, console: Console, t: (key: TextKey) => string): Choice[] | null {
  const { members, inboxes, teams, labels } = console.start.value;
  const byId = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name });
  switch (kind) {
    case 'status':
      return STATUSES.map((value) => ({ value, label: t(value) }));
    case 'priority':
      return PRIORITIES.map((value) => ({ value, label: t(value) }));
    case 'member':
      return members.map(({ id, name, available_name: shown }) => byId({ id, name: shown ?? name }));
    case 'inbox':
      return inboxes.map(byId);
    case 'team':
      return teams.map(byId);
    case 'label':
      return labels.map(({ title }) => ({ value: title, label: title }));
    case 'list':
      return choices.map((value) => ({ value, label: value }));
    default:
      return null;
  }
}
