import { MenuButton } from '../../../kit/controls/menu.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { useDesk } from '../../desk.ts';
import { modifier } from '../../shell/modifier.ts';
import { UNDO_SECONDS, type WritingSettings } from './use-writing-settings.ts';

const DOWN = 'M6 9l6 6 6-6';

/** Other ways to send, and how the user likes to. */
export function SendMenu({ settings, onResolve }: { settings: WritingSettings; onResolve: () => void }) {
  const { t } = useDesk().i18n;
  const { isSentByEnter, undoSeconds, sendByEnter, undoFor } = settings;
  return (
    <MenuButton
      label={t('moreSending')}
      class="icon-button"
      groups={[
        { items: [{ label: t('sendAndResolve'), onSelect: onResolve }] },
        {
          label: t('sendBy'),
          items: [
            { label: 'Enter', isChosen: isSentByEnter, onSelect: () => sendByEnter(true) },
            { label: `${modifier()} + Enter`, isChosen: !isSentByEnter, onSelect: () => sendByEnter(false) },
          ],
        },
        {
          label: t('undoFor'),
          items: UNDO_SECONDS.map((seconds) => ({
            label: seconds === 0 ? t('undoNever') : t('seconds', { n: seconds }),
            isChosen: undoSeconds === seconds,
            onSelect: () => undoFor(seconds),
          })),
        },
      ]}
    >
      <Icon outline={DOWN} />
    </MenuButton>
  );
}
