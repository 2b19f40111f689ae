import { Icon } from '../../../kit/icon.tsx';
import { useRef } from '../../../kit/view.ts';
import type { ConversationsAddress } from '../../addresses.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { ICONS } from '../../icons.ts';
import { type Condition, groupsOf, joined } from '../../store/conditions.ts';
import { attributesOf } from './attributes.ts';
import { definitionsOf } from './definitions.ts';
import { filteredAddress } from './place-conditions.ts';
import { wordsOf } from './words.ts';

export type ChipsProps = { console: Console; address: ConversationsAddress; conditions: readonly Condition[] };

/** The conditions of the filter in words, each of which can be removed. */
export function Chips({ console, address, conditions }: ChipsProps) {
  const { i18n, place } = useDesk();
  const { t } = i18n;
  const list = useRef<HTMLDivElement>();
  const attributes = attributesOf(definitionsOf(console).value, t);
  const groups = groupsOf(conditions);

  function remove(condition: Condition) {
    const left = joined(groups.map((group) => group.filter((one) => one !== condition)));
    const isEnd = left.length === 0 && address.view.kind !== 'custom_view';
    place.go(filteredAddress(address, isEnd ? null : left));
    // The button is gone, and the focus must not be lost.
    requestAnimationFrame(() => list.current?.querySelector('button')?.focus());
  }

  if (conditions.length === 0) return null;
  return (
    <div ref={list} class="chips" role="group" aria-label={t('filterConditions')}>
      {groups.flatMap((group, at) =>
        group.map((condition, index) => {
          const words = wordsOf(condition, attributes, console, i18n);
          const isFirst = at === 0 && index === 0;
          return (
            <p key={`${at} ${index} ${words}`}>
              {!isFirst && <span class="chip-join">{t(index === 0 ? 'filterOr' : 'filterAnd')}</span>}
              <span class="chip">
                <span>{words}</span>
                <button
                  type="button"
                  aria-label={t('filterRemoveOf', { words })}
                  title={t('filterRemove')}
                  onClick={() => remove(condition)}
                >
                  <Icon outline={ICONS.close} />
                </button>
              </span>
            </p>
          );
        }),
      )}
    </div>
  );
}
