import { useSignal } from '../../../kit/view.ts';
import { type Macro, macrosOf, runMacro, wordsOfAction } from '../../commands/macros.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';

/** The macros that the user can run on the conversation, each with what it does. */
export function Macros({ console, number }: { console: Console; number: number }) {
  const { t } = useDesk().i18n;
  const macros = macrosOf(console).value;
  return (
    <>
      <h2>{t('macros')}</h2>
      {macros.length === 0 && <p class="dim">{t('noMacros')}</p>}
      <ul class="macros">
        {macros.map((macro) => (
          <MacroRow key={macro.id} console={console} macro={macro} number={number} />
        ))}
      </ul>
    </>
  );
}

function MacroRow({ console, macro, number }: { console: Console; macro: Macro; number: number }) {
  const desk = useDesk();
  const { i18n } = desk;
  const isRunning = useSignal(false);

  async function run() {
    if (isRunning.peek()) return;
    isRunning.value = true;
    await runMacro(desk, console, macro, [number]);
    isRunning.value = false;
  }

  return (
    <li>
      <details>
        <summary>{macro.name}</summary>
        <ol>
          {macro.actions.map((action, index) => (
            <li key={index}>{wordsOfAction(action, console, i18n)}</li>
          ))}
        </ol>
      </details>
      <button
        type="button"
        class="secondary"
        aria-label={i18n.t('runMacro', { name: macro.name })}
        aria-disabled={isRunning.value}
        onClick={() => void run()}
      >
        {i18n.t('run')}
      </button>
    </li>
  );
}
