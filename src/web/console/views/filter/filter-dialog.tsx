import { Dialog } from '../../../kit/controls/dialog.tsx';
import { useEffect, useRef, useSignal } from '../../../kit/view.ts';
import type { ConversationsAddress } from '../../addresses.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { type Condition, groupsOf, joined, valuesOf } from '../../store/conditions.ts';
import { type Attribute, attributeOf, attributesOf, isAlone } from './attributes.ts';
import { ConditionRow, conditionOn, type Joining } from './condition-row.tsx';
import { definitionsOf } from './definitions.ts';
import { filteredAddress } from './place-conditions.ts';

export type FilterDialogProps = {
  console: Console;
  address: ConversationsAddress;
  /** The conditions to begin with. */
  conditions: readonly Condition[];
  onClose: () => void;
};

type Row = { id: number; joining: Joining; condition: Condition };

/** Builds a filter, which then stands in the address. */
export function FilterDialog({ console, address, conditions, onClose }: FilterDialogProps) {
  const { i18n, place } = useDesk();
  const { t } = i18n;
  const rows = useSignal<readonly Row[]>(rowsOf(conditions));
  const problem = useSignal('');
  const body = useRef<HTMLFormElement>();
  const attributes = attributesOf(definitionsOf(console).value, t);

  const change = (id: number, to: Partial<Row>) => {
    problem.value = '';
    rows.value = rows.peek().map((row) => (row.id === id ? { ...row, ...to } : row));
  };

  function add() {
    const used = rows.peek().map(({ condition }) => condition.attribute_key);
    const next = attributes.find(({ key }) => !used.includes(key)) ?? attributes[0];
    if (!next) return;
    const id = Math.max(0, ...rows.peek().map((row) => row.id)) + 1;
    rows.value = [...rows.peek(), { id, joining: 'AND', condition: conditionOn(next) }];
    requestAnimationFrame(() => focusLast(body.current));
  }

  function apply() {
    const lacking = rows.peek().find(({ condition }) => isLacking(condition));
    if (lacking) {
      problem.value = t('filterNeedsValue', { name: nameOf(lacking.condition, attributes) });
      return;
    }
    onClose();
    place.go(filteredAddress(address, conditionsOf(rows.peek())));
  }

  function clear() {
    onClose();
    place.go(filteredAddress(address, null));
  }

  useEffect(() => body.current?.querySelector<HTMLElement>('select, .condition-add')?.focus(), []);

  return (
    <Dialog title={t('filterTitle')} closeLabel={t('close')} onClose={onClose} class="filter-dialog">
      <form
        ref={body}
        class="filter-form"
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        {rows.value.length === 0 && <p class="dim">{t('filterNone')}</p>}
        {rows.value.map(({ id, joining, condition }, index) => (
          <ConditionRow
            key={id}
            console={console}
            attributes={attributes}
            condition={condition}
            index={index}
            joining={joining}
            onJoin={(joining) => change(id, { joining })}
            onChange={(condition) => change(id, { condition })}
            onRemove={() => (rows.value = rows.peek().filter((row) => row.id !== id))}
          />
        ))}
        <button type="button" class="secondary condition-add" onClick={add}>
          {t('filterAdd')}
        </button>
        <div role="alert" class="problem">
          {problem.value && <p>{problem.value}</p>}
        </div>
        <div class="dialog-buttons">
          <button type="button" class="secondary" onClick={clear}>
            {t('filterClear')}
          </button>
          <button type="submit" class="primary">
            {t('filterApply')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

const rowsOf = (conditions: readonly Condition[]): Row[] =>
  groupsOf(conditions)
    .flatMap((group, at) => group.map((condition, index) => ({ condition, isOr: at > 0 && index === 0 })))
    .map(({ condition, isOr }, id) => ({ id, joining: isOr ? 'OR' : 'AND', condition }));

/** AND binds before OR, as the rows are read. */
function conditionsOf(rows: readonly Row[]): Condition[] {
  const groups: Condition[][] = [];
  for (const { joining, condition } of rows) {
    const group = joining === 'OR' ? undefined : groups.at(-1);
    if (group) group.push(condition);
    else groups.push([condition]);
  }
  return joined(groups);
}

const isLacking = (condition: Condition) =>
  !isAlone(condition.filter_operator) && valuesOf(condition).every((value) => String(value).trim() === '');

const nameOf = (condition: Condition, attributes: readonly Attribute[]) =>
  attributeOf(condition, attributes)?.name ?? condition.attribute_key;

function focusLast(form: HTMLElement | null): void {
  [...(form?.querySelectorAll<HTMLElement>('.condition') ?? [])]
    .at(-1)
    ?.querySelector<HTMLElement>(':scope > .field:last-of-type :is(select, input), select')
    ?.focus();
}
