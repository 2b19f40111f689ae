import { Select } from '../../../kit/controls/field.tsx';
import { Icon } from '../../../kit/icon.tsx';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { ICONS } from '../../icons.ts';
import { type Condition, valuesOf } from '../../store/conditions.ts';
import { type Attribute, attributeOf, isAlone, isOperator, type Operator } from './attributes.ts';
import { ValueField } from './value-field.tsx';
import { operatorName } from './words.ts';

export type Joining = 'AND' | 'OR';

export type ConditionRowProps = {
  console: Console;
  attributes: readonly Attribute[];
  condition: Condition;
  /** The place in the dialog, from 0. */
  index: number;
  /** How the condition is joined to the one before it. */
  joining: Joining;
  onJoin: (joining: Joining) => void;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
};

/** A condition of the filter: attribute, operator and value. */
export function ConditionRow(props: ConditionRowProps) {
  const { console, attributes, condition, index, joining, onJoin, onChange, onRemove } = props;
  const { t } = useDesk().i18n;
  const attribute = attributeOf(condition, attributes);
  const operator = isOperator(condition.filter_operator) ? condition.filter_operator : 'equal_to';

  function chooseOperator(next: Operator) {
    // Days and dates are no values for each other.
    const isOther = (next === 'days_before') !== (operator === 'days_before');
    onChange({ ...condition, filter_operator: next, values: isOther || isAlone(next) ? [] : condition.values });
  }

  return (
    <div class="condition" role="group" aria-label={t('filterCondition', { n: index + 1 })}>
      {index === 0 ? (
        <span class="condition-where">{t('filterWhere')}</span>
      ) : (
        <Select
          label={t('filterJoin')}
          isLabelHidden
          value={joining}
          options={[
            { value: 'AND', label: t('filterAnd') },
            { value: 'OR', label: t('filterOr') },
          ]}
          onChange={(value) => onJoin(value === 'OR' ? 'OR' : 'AND')}
        />
      )}
      <Select
        label={t('filterAttribute')}
        isLabelHidden
        value={attribute ? nameOf(attribute) : ''}
        options={[
          // An attribute that was deleted, or is not read yet.
          ...(attribute ? [] : [{ value: '', label: condition.attribute_key }]),
          ...attributes.map((one) => ({ value: nameOf(one), label: one.name })),
        ]}
        onChange={(value) => {
          const chosen = attributes.find((one) => nameOf(one) === value);
          if (chosen) onChange(conditionOn(chosen));
        }}
      />
      {attribute && (
        <Select
          label={t('filterOperator')}
          isLabelHidden
          value={operator}
          options={attribute.operators.map((one) => ({ value: one, label: t(operatorName(attribute, one)) }))}
          onChange={(value) => isOperator(value) && chooseOperator(value)}
        />
      )}
      {attribute && (
        <ValueField
          key={`${nameOf(attribute)} ${operator}`}
          console={console}
          attribute={attribute}
          operator={operator}
          values={valuesOf(condition).map(String)}
          onChange={(values) => onChange({ ...condition, values })}
        />
      )}
      <button
        type="button"
        class="icon-button condition-remove"
        aria-label={t('filterRemove')}
        title={t('filterRemove')}
        onClick={onRemove}
      >
        <Icon outline={ICONS.close} />
      </button>
    </div>
  );
}

const nameOf = ({ key, isCustom }: Attribute) => `${isCustom ? 'custom' : 'own'} ${key}`;

/** A condition on the attribute, still without values. */
export function conditionOn({ key, isCustom, operators: [operator = 'equal_to'], kind }: Attribute): Condition {
  return {
    attribute_key: key,
    filter_operator: operator,
    values: kind === 'flag' ? ['true'] : [],
    ...(isCustom && { custom_attribute_type: 'conversation_attribute' }),
  };
}
