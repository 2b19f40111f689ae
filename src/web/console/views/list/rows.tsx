import { Icon } from '../../../kit/icon.tsx';
import { Skeleton } from '../../../kit/controls/skeleton.tsx';
import { useEffect, useKept, useRef, useSignal } from '../../../kit/view.ts';
import type { ConversationsAddress } from '../../addresses.ts';
import type { Console } from '../../console.ts';
import { focusedId } from '../../commands/commands.ts';
import { useDesk } from '../../desk.ts';
import { ICONS } from '../../icons.ts';
import { watchLetters } from '../../shell/watch-keys.ts';
import type { ListQuery } from '../../store/list-query.ts';
import { Empty } from './empty.tsx';
import { followTime } from './now.ts';
import { Row } from './row.tsx';
import { partIn } from './window.ts';

export type RowsProps = { address: ConversationsAddress; console: Console; query: ListQuery };

/** So many rows before the end, the next page is loaded. */
const AHEAD = 15;
const HEIGHTS = { comfortable: 84, compact: 66 };
/** Before the list is measured. */
const USUAL_HEIGHT = 800;

/** The rows of a list, of which only those near the window are in the page. */
export function Rows({ address, console, query }: RowsProps) {
  const { i18n, session, commands } = useDesk();
  const { t } = i18n;
  const { list, close } = useKept(() => console.openList(query));
  const scroller = useRef<HTMLDivElement>();
  const top = useSignal(0);
  const height = useSignal(USUAL_HEIGHT);
  const user = session.state.value;
  const isCompact = user.is === 'in' && user.user.ui_settings['density'] === 'compact';
  const rowHeight = HEIGHTS[isCompact ? 'compact' : 'comfortable'];
  const ids = list.rows.value;
  /** The place of the row that had the focus, or of the conversation that was open. */
  const last = useKept(() => ({ at: 0 }));
  const openAt = ids.indexOf(address.conversation ?? 0);
  if (openAt !== -1) last.at = openAt;
  const inside = useKept(() => ({ isPointer: false, isFocus: false, isScrolled: false }));
  const state = list.state.value;
  const hasMore = list.hasMore.value;
  const newer = list.newer.value;
  const part = partIn(top.value, height.value, rowHeight, ids.length);
  const size = hasMore ? -1 : ids.length;

  function hold(change: Partial<typeof inside>) {
    const before = Object.values(inside).some(Boolean);
    Object.assign(inside, change);
    const isHeld = Object.values(inside).some(Boolean);
    if (isHeld !== before) list.hold(isHeld);
  }

  function showNewer() {
    list.refresh();
    scroller.current?.scrollTo({ top: 0 });
    const [first] = list.rows.peek();
    // The button is gone, and the focus must not be lost.
    requestAnimationFrame(() => linkOf(first)?.focus());
  }

  const linkOf = (id: number | undefined) =>
    scroller.current?.querySelector<HTMLElement>(`a[data-conversation="${id}"]`) ?? null;

  /** Puts the focus on the next row, or on the one before: of the row with the focus, of the open one, or of the last of these. */
  function step(by: number) {
    const all = list.rows.peek();
    const focused = focusedId() ?? address.conversation ?? 0;
    const at = all.indexOf(focused);
    // What is not there any more has left its place to the next one.
    const next = at === -1 ? Math.max(0, last.at - (by < 0 ? 1 : 0)) : at + by;
    focusAt(Math.min(all.length - 1, Math.max(0, next)));
  }

  function focusAt(index: number) {
    const { current } = scroller;
    const id = list.rows.peek()[index];
    if (id === undefined || !current) return;
    last.at = index;
    const [start, end] = [index * rowHeight, (index + 1) * rowHeight];
    if (start < current.scrollTop) current.scrollTop = start;
    else if (end > current.scrollTop + current.clientHeight) current.scrollTop = end - current.clientHeight;
    top.value = current.scrollTop;
    const focus = () => linkOf(id)?.focus({ preventScroll: true });
    if (linkOf(id)) focus();
    else requestAnimationFrame(focus);
  }

  useEffect(() => {
    const stops = [followTime(), close, () => list.hold(false)];
    void console.drafts.openAll();
    commands.clear();
    commands.list.value = list;
    return () => {
      stops.forEach((stop) => stop());
      if (commands.list.peek() === list) commands.list.value = null;
    };
  }, []);
  const isEmpty = ids.length === 0 && state === 'ready';
  useEffect(() => {
    const { current } = scroller;
    if (!current) return undefined;
    const follower = new ResizeObserver(() => (height.value = current.clientHeight));
    follower.observe(current);
    return () => follower.disconnect();
  }, [isEmpty]);
  useEffect(() => watchLetters({ j: () => step(1), k: () => step(-1) }), [rowHeight, address]);
  useEffect(() => {
    if (state === 'ready' && hasMore && part.to > ids.length - AHEAD) void console.loadMore(list);
  }, [state, hasMore, part.to, ids.length]);

  if (isEmpty) return <Empty address={address} console={console} />;
  return (
    <div
      class="list-body"
      onPointerEnter={() => hold({ isPointer: true })}
      onPointerLeave={() => hold({ isPointer: false })}
      onFocusIn={() => hold({ isFocus: true })}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        // A dialog gives the focus back to the row.
        const isInDialog = relatedTarget instanceof Element && relatedTarget.closest('dialog') !== null;
        hold({ isFocus: isInDialog || currentTarget.contains(relatedTarget as Node | null) });
      }}
    >
      {newer > 0 && (
        <button type="button" class="list-newer" onClick={showNewer}>
          <Icon outline={ICONS.up} />
          {t('newer', { n: newer })}
        </button>
      )}
      <div
        ref={scroller}
        class="list-rows"
        onScroll={(event) => {
          const { scrollTop } = event.currentTarget;
          top.value = scrollTop - (scrollTop % rowHeight);
          hold({ isScrolled: scrollTop > rowHeight });
        }}
      >
        {ids.length > 0 && (
          <ul role="list" style={{ blockSize: `${ids.length * rowHeight}px` }}>
            {ids.slice(part.from, part.to).map((id, index) => (
              <Row
                key={id}
                console={console}
                address={address}
                list={list}
                id={id}
                index={part.from + index}
                size={size}
                height={rowHeight}
              />
            ))}
          </ul>
        )}
        {state === 'loading' && ids.length === 0 && <Skeleton label={t('loading')} lines={12} />}
        {state === 'failed' && (
          <div class="list-problem" role="alert">
            <p>{t('listNotLoaded')}</p>
            {list.problem.value && <p>{list.problem.value}</p>}
            <button
              type="button"
              class="secondary"
              onClick={() => {
                list.setState('loading');
                void console.loadMore(list);
              }}
            >
              {t('tryAgain')}
            </button>
          </div>
        )}
      </div>
    </div>
  );
}
