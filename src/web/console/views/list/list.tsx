import { Select } from '../../../kit/controls/field.tsx';
import { type ConversationsAddress, SORTS, STATUSES, type ViewQuery } from '../../addresses.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { Heading } from '../../shell/heading.tsx';
import { keyOf, USUAL_LIST } from '../../store/list-query.ts';
import { BulkBar, JobStatus, SelectAll } from '../bulk/bulk-bar.tsx';
import { Chips } from '../filter/chips.tsx';
import { FilterBar } from '../filter/filter-bar.tsx';
import { NoFilter } from './empty.tsx';
import { filterAt, queryOf } from './query-of.ts';
import { Rows } from './rows.tsx';
import { useViewName } from './view-name.ts';

export type ConversationListProps = { address: ConversationsAddress; console: Console };

/** The conversations of a view, how they are chosen and sorted. */
export function ConversationList({ address, console }: ConversationListProps) {
  const { t } = useDesk().i18n;
  const name = useViewName(address);
  const views = console.start.value.custom_views;
  const filter = filterAt(address, views);
  const query = queryOf(address, views);
  return (
    <section class="list" aria-label={t('conversations')}>
      <header class="list-head">
        <SelectAll />
        {address.conversation === undefined ? <Heading title={name} class="list-title" /> : <Title name={name} />}
        <div class="list-choices">
          {filter.is === 'none' && <Choices address={address} />}
          <FilterBar console={console} address={address} query={query} />
        </div>
      </header>
      <BulkBar console={console} />
      {filter.is === 'conditions' && <Chips console={console} address={address} conditions={filter.conditions} />}
      {filter.is === 'gone' || filter.is === 'unreadable' ? (
        <NoFilter account={address.account} isGone={filter.is === 'gone'} />
      ) : (
        <Rows key={`${address.account} ${keyOf(query)}`} address={address} console={console} query={query} />
      )}
      <JobStatus />
    </section>
  );
}

/** Beside an open conversation, whose name is the title of the page. */
const Title = ({ name }: { name: string }) => <h2 class="list-title">{name}</h2>;

/** The choices in the address. */
function Choices({ address }: { address: ConversationsAddress }) {
  const { i18n, place } = useDesk();
  const { t } = i18n;
  const { status = USUAL_LIST.status, sort = USUAL_LIST.sort } = address.query;
  const choose = (chosen: ViewQuery) => place.go({ ...address, query: withoutUsual({ ...address.query, ...chosen }) });
  return (
    <>
      <Select
        label={t('status')}
        isLabelHidden
        value={status}
        options={STATUSES.map((value) => ({ value, label: t(value) }))}
        onChange={(value) => choose({ status: value as (typeof STATUSES)[number] })}
      />
      <Select
        label={t('sortBy')}
        isLabelHidden
        value={sort}
        options={SORTS.map((value) => ({ value, label: t(value) }))}
        onChange={(value) => choose({ sort: value as (typeof SORTS)[number] })}
      />
    </>
  );
}

/** Short addresses: absent is as usual. */
function withoutUsual({ status, sort, ...query }: ViewQuery): ViewQuery {
  return {
    ...query,
    ...(status !== undefined && status !== USUAL_LIST.status && { status }),
    ...(sort !== undefined && sort !== USUAL_LIST.sort && { sort }),
  };
}
