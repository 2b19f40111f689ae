import { useEffect, useRef, useSignal } from '../../kit/view.ts';
import { IconButton } from '../../kit/icon-button.tsx';
import { attempt } from './attempt.ts';
import { Typing } from './parts.ts';
import { Row } from './row.tsx';
import { useUi } from './ui.ts';

/** So many rows are in the page at the end of the thread. */
const ROWS = 40;
/** So many come with a step while the visitor reads further up, until there are the most; then as many go at the other end. */
const MORE_ROWS = 20;
const MOST_ROWS = 80;
/** Nearer to an end than this, in pixels, the visitor is there. */
const NEAR = 80;

/** The conversation. It lies the wrong way round, so that browsers keep its end in view when it grows. */
export function Thread() {
  const ui = useUi();
  const { widget, i18n } = ui;
  const { messages, isTyping, hasOlder, canWrite } = widget.state;
  const rows = useSignal(ROWS);
  /** The key of the last row; empty = that of the newest message. */
  const until = useSignal('');
  const isAtEnd = useSignal(true);
  const isReading = useSignal(false);
  const scroller = useRef<HTMLDivElement>();
  const order = messages.order.value;
  const end = endIn(order);
  const shown = order.slice(Math.max(0, end - rows.value), end);
  const last = order.at(-1);
  const keepPlace = isAtEnd.value ? null : placeIn(scroller.current);

  function endIn(keys: readonly string[]) {
    return keys.indexOf(until.value) + 1 || keys.length;
  }

  function follow() {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = scroller.current ?? {};
    const isNearEnd = scrollTop > -NEAR;
    isAtEnd.value = isNearEnd && !until.value;
    if (isAtEnd.value) rows.value = ROWS;
    else if (isNearEnd) until.value = order[end + MORE_ROWS - 1] ?? '';
    else if (scrollHeight - clientHeight + scrollTop < NEAR) void more();
  }

  async function more() {
    if (isReading.peek()) return;
    isReading.value = true;
    if (end <= rows.peek() && hasOlder.peek()) await attempt(ui, widget.older);
    const keys = messages.order.peek();
    const wanted = Math.min(rows.peek() + MORE_ROWS, endIn(keys));
    if (wanted > MOST_ROWS) until.value = keys[endIn(keys) - 1 - (wanted - MOST_ROWS)] ?? '';
    rows.value = Math.max(ROWS, Math.min(wanted, MOST_ROWS));
    isReading.value = false;
  }

  function toEnd() {
    until.value = '';
    rows.value = ROWS;
    isAtEnd.value = true;
    scroller.current?.scrollTo({ top: 0 });
  }

  useEffect(() => keepPlace?.());

  // What the visitor writes is always shown to them.
  useEffect(() => {
    if (last && messages.get(last)?.peek().isOwn) toEnd();
  }, [last, messages]);

  return (
    <div class="thread">
      <div class="scroller" ref={scroller} onScroll={follow} tabIndex={0} role="region" aria-label={i18n.t('messages')}>
        <div class="rows">
          {(hasOlder.value || shown.length < end) && (
            <button type="button" class="link older" onClick={() => void more()}>
              {i18n.t('older')}
            </button>
          )}
          <ol>
            {shown.map((key, index) => (
              <Row key={key} id={key} before={shown[index - 1]} />
            ))}
          </ol>
          {isTyping.value && <Typing />}
          {!canWrite.value && <p class="note">{i18n.t('ended')}</p>}
        </div>
      </div>
      {!isAtEnd.value && <IconButton icon="down" class="to-end" label={i18n.t('newest')} onClick={toEnd} />}
    </div>
  );
}

/**
 * Gives what puts the first row that the visitor sees where it is now, however much has come and gone around it. Its end
 * counts: above its beginning, the name of the day may go.
 */
function placeIn(scroller: HTMLElement | null): (() => void) | undefined {
  if (!scroller) return undefined;
  const endOf = (element: Element) => element.getBoundingClientRect().bottom;
  const { top } = scroller.getBoundingClientRect();
  const row = [...scroller.querySelectorAll('.row')].find((row) => endOf(row) > top);
  if (!row) return undefined;
  const was = endOf(row);
  return () => void scroller.scrollBy(0, endOf(row) - was);
}
