import { MenuButton } from '../../../kit/controls/menu.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { useSignal } from '../../../kit/view.ts';
import type { ConversationsAddress } from '../../addresses.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { ICONS } from '../../icons.ts';
import type { ListQuery } from '../../store/list-query.ts';
import { DeleteView, FilterDialog, RenameView, SaveView } from './parts.ts';
import { matchOf } from './place-conditions.ts';

export type FilterBarProps = { console: Console; address: ConversationsAddress; query: ListQuery };

type Opened = 'filter' | 'save' | 'rename' | 'delete' | null;

/** The buttons of a filter: choose it, save it as a view, change the saved view. */
export function FilterBar({ console, address, query }: FilterBarProps) {
  const { t } = useDesk().i18n;
  const opened = useSignal<Opened>(null);
  const { view } = address;
  const { user, custom_views: views } = console.start.value;
  const saved = view.kind === 'custom_view' ? views.find(({ id }) => id === view.id) : undefined;
  const isChanged = address.query.filter !== undefined;
  const close = () => (opened.value = null);
  const { conditions } = matchOf(query, user.id);
  const dialog = { console, address, onClose: close };
  return (
    <>
      <button
        type="button"
        class={`icon-button ${query.conditions ? 'is-on' : ''}`}
        aria-label={t('filter')}
        title={t('filter')}
        aria-haspopup="dialog"
        onClick={() => (opened.value = 'filter')}
      >
        <Icon outline={ICONS.filter} />
      </button>
      {query.conditions && isChanged && (
        <button type="button" class="link" aria-haspopup="dialog" onClick={() => (opened.value = 'save')}>
          {t('saveView')}
        </button>
      )}
      {saved && (
        <MenuButton
          label={t('changeView')}
          class="icon-button"
          groups={[
            {
              items: [
                { label: t('renameView'), onSelect: () => (opened.value = 'rename') },
                { label: t('delete'), onSelect: () => (opened.value = 'delete') },
              ],
            },
          ]}
        >
          <Icon outline={ICONS.more} />
        </MenuButton>
      )}
      {opened.value === 'filter' && <FilterDialog {...dialog} conditions={conditions} />}
      {opened.value === 'save' && <SaveView {...dialog} conditions={conditions} changed={saved} />}
      {opened.value === 'rename' && saved && <RenameView {...dialog} saved={saved} />}
      {opened.value === 'delete' && saved && <DeleteView {...dialog} saved={saved} />}
    </>
  );
}
