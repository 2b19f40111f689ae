import type { Signal } from '../../../kit/signals.ts';
import { useSignal } from '../../../kit/view.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import type { Mode } from '../../store/drafts.ts';
import { sizeOf } from './size-of.ts';

export type Attaching = {
  /** Adds files to the draft, except for those that the server would refuse. */
  attach: (chosen: readonly File[]) => void;
  /** What was left out, as sentences; '' = nothing was. */
  problem: Signal<string>;
};

export function useAttaching(console: Console, conversationId: number, mode: Signal<Mode>): Attaching {
  const { t, language } = useDesk().i18n;
  const problem = useSignal('');

  function attach(chosen: readonly File[]) {
    if (chosen.length === 0) return;
    const { drafts, start } = console;
    const most = start.peek().limits?.files ?? Infinity;
    const mostBytes = start.peek().limits?.file_bytes ?? Infinity;
    const small = chosen.filter(({ size }) => size <= mostBytes);
    const left = Math.max(0, most - drafts.of(conversationId, mode.peek()).peek().files.length);
    const tooLarge = chosen
      .filter(({ size }) => size > mostBytes)
      .map(({ name }) => t('fileTooLarge', { name, size: sizeOf(mostBytes, language()) }));
    const tooMany = small.length > left ? [t('tooManyFiles', { n: most })] : [];
    problem.value = [...tooLarge, ...tooMany].join(' ');
    const fitting = small.slice(0, left);
    if (fitting.length > 0) void drafts.attach(conversationId, mode.peek(), fitting);
  }

  return { attach, problem };
}
