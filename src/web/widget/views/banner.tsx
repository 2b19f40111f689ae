import { useEffect, useSignal } from '../../kit/view.ts';
import { useUi } from './ui.ts';

/** A connection that is lost for a moment disturbs no one. */
const QUIET_MS = 5000;

/** Says that the connection is lost, or that something did not work. */
export function Banner() {
  const { widget, i18n } = useUi();
  const { connectionLostAt, problem } = widget.state;
  const isLong = useSignal(false);
  const lostAt = connectionLostAt.value;

  useEffect(() => {
    isLong.value = false;
    if (lostAt === null) return undefined;
    const timer = setTimeout(() => (isLong.value = true), lostAt + QUIET_MS - Date.now());
    return () => clearTimeout(timer);
  }, [lostAt, isLong]);

  return (
    <div role="status">
      {isLong.value && <p class="banner">{i18n.t('offline')}</p>}
      {problem.value && (
        <p class="banner">
          {problem.value}{' '}
          <button type="button" class="link" onClick={() => (problem.value = null)}>
            {i18n.t('close')}
          </button>
        </p>
      )}
    </div>
  );
}
