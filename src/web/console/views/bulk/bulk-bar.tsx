import { Icon } from '../../../kit/icon.tsx';
import { useEffect, useRef } from '../../../kit/view.ts';
import { type PickerKind, subjectOfSelection } from '../../commands/commands.ts';
import type { Job } from '../../commands/run-bulk.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { ICONS } from '../../icons.ts';
import type { TextKey } from '../../locales.ts';
import { reasonOf } from '../../session/reason-of.ts';
import { watchLetters } from '../../shell/watch-keys.ts';

/** Selects all rows that the list has loaded, or none. */
export function SelectAll() {
  const { i18n, commands } = useDesk();
  const box = useRef<HTMLInputElement>();
  const rows = commands.list.value?.rows.value ?? [];
  const count = commands.selectedIds().length;
  const isSome = count > 0 && count < rows.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <label class="select-all" title={i18n.t('selectAll')}>
      <input
        ref={box}
        type="checkbox"
        aria-label={i18n.t('selectAll')}
        disabled={rows.length === 0}
        checked={count > 0 && !isSome}
        onChange={() => {
          if (count === rows.length) commands.clear();
          else commands.selected.value = new Set(rows);
        }}
      />
    </label>
  );
}

/** Unless something else has the focus. */
function focusSelectAll(): void {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('.select-all input')?.focus();
}

const BUTTONS: readonly { kind: PickerKind; name: TextKey }[] = [
  { kind: 'assign', name: 'assign' },
  { kind: 'team', name: 'team' },
  { kind: 'label', name: 'label' },
  { kind: 'status', name: 'status' },
  { kind: 'priority', name: 'priority' },
];

/** What can be done with the selected conversations, as long as some are. */
export function BulkBar({ console }: { console: Console }) {
  const ids = useDesk().commands.selectedIds();
  return ids.length > 0 ? <Bar console={console} ids={ids} /> : null;
}

function Bar({ console, ids }: { console: Console; ids: readonly number[] }) {
  const { i18n, commands } = useDesk();
  const { t } = i18n;
  const list = commands.list.value;
  const all = Math.max(ids.length, list?.count.value ?? 0);
  const isAll = commands.isAll.value;
  useEffect(() => watchLetters({ Escape: commands.clear }), []);
  // The button that had the focus goes with the selection.
  useEffect(() => () => void requestAnimationFrame(focusSelectAll), []);
  return (
    <div class="bulk-bar" role="toolbar" aria-label={t('selectedConversations')}>
      <div class="bulk-count">
        <span role="status">{t('selectedCount', { n: isAll ? all : ids.length })}</span>
        {!isAll && all > ids.length && (
          <button type="button" class="link" onClick={() => (commands.isAll.value = true)}>
            {t('selectMatching', { n: all })}
          </button>
        )}
        <button
          type="button"
          class="icon-button"
          aria-label={t('clearSelection')}
          title={t('clearSelection')}
          onClick={commands.clear}
        >
          <Icon outline={ICONS.close} />
        </button>
      </div>
      <div class="bulk-buttons">
        {BUTTONS.map(({ kind, name }) => (
          <button
            key={kind}
            type="button"
            class="secondary"
            aria-haspopup="dialog"
            onClick={() => {
              const subject = subjectOfSelection(commands, console);
              if (subject) commands.picker.value = { kind, subject };
            }}
          >
            {t(name)}
          </button>
        ))}
      </div>
    </div>
  );
}

/** How far the last change of many conversations is, and what came of it. The region is there before anything is in it. */
export function JobStatus() {
  const { i18n, commands } = useDesk();
  const { t } = i18n;
  const job = commands.job.value;
  return (
    <div class="job" role="status">
      {job && (
        <div class={`job-inside ${isProblem(job) ? 'is-problem' : ''}`}>
          <JobWords job={job} />
          {job.is === 'done' && job.undo && (
            <button type="button" class="link" onClick={job.undo}>
              {t('undo')}
            </button>
          )}
          {job.is !== 'running' && (
            <button
              type="button"
              class="icon-button"
              aria-label={t('dismiss')}
              title={t('dismiss')}
              onClick={() => (commands.job.value = null)}
            >
              <Icon outline={ICONS.close} />
            </button>
          )}
        </div>
      )}
    </div>
  );
}

const isProblem = (job: Job) => job.is === 'refused' || (job.is === 'done' && job.failed > 0);

function JobWords({ job }: { job: Job }) {
  const { i18n } = useDesk();
  const { t } = i18n;
  switch (job.is) {
    case 'running': {
      const words = t('changing', { n: job.total });
      return (
        <p>
          {words}
          <progress max={job.total} value={job.done} aria-label={words} />
        </p>
      );
    }
    case 'refused':
      return <p>{t('refused', { reason: reasonOf(i18n, job.error) })}</p>;
    case 'done': {
      const changed = job.total - job.failed;
      return (
        <p>
          {t(job.isUndo ? 'changedBack' : 'changed', { n: changed })}
          {job.failed > 0 && `. ${t('notChanged', { n: job.failed, reason: job.reason })}`}
        </p>
      );
    }
  }
}
