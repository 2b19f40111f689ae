import { linkTo } from '../../../../../markdown/link-to.ts';
import { Dialog } from '../../../../kit/controls/dialog.tsx';
import { Icon } from '../../../../kit/icon.tsx';
import { useEffect } from '../../../../kit/view.ts';
import { useDesk } from '../../../desk.ts';
import type { Message } from '../../../store/message.ts';
import { nameOfFile } from './name-of-file.ts';
import type { Viewed } from './viewed.ts';

export type ViewerProps = {
  /** The messages whose pictures the arrows lead through. */
  messages: readonly Message[];
  viewed: Viewed;
};

const LEFT = 'M15 5l-7 7 7 7';
const RIGHT = 'M9 5l7 7-7 7';

/** A picture of the thread as large as the window allows; arrows lead to the one before and after it. */
export function Viewer({ messages, viewed }: ViewerProps) {
  const { i18n } = useDesk();
  const { t } = i18n;
  const pictures = messages.flatMap((message) =>
    message.attachments
      .filter(({ file_type: type, data_url: url }) => type === 'image' && linkTo(url))
      .map((attachment) => ({ message, attachment })),
  );
  const index = pictures.findIndex(({ attachment }) => attachment.id === viewed.value);
  const [before, after] = [pictures[index - 1], pictures[index + 1]];
  const go = (to: typeof before) => void (to && (viewed.value = to.attachment.id));
  const isFromRight = i18n.direction() === 'rtl';
  // Wherever the focus is in the dialog.
  useEffect(() => {
    function press({ key }: KeyboardEvent) {
      if (key === 'ArrowLeft' || key === 'ArrowRight') go((key === 'ArrowLeft') === isFromRight ? after : before);
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
  const now = pictures[index];
  if (!now) return null;
  const { message, attachment } = now;
  const name = nameOfFile(attachment) || t('aPicture');

  return (
    <Dialog title={name} closeLabel={t('close')} onClose={() => (viewed.value = null)} class="viewer">
      <div class="viewer-inside">
        <button
          type="button"
          class="icon-button"
          aria-label={t('pictureBefore')}
          title={t('pictureBefore')}
          disabled={!before}
          onClick={() => go(before)}
        >
          <Icon outline={isFromRight ? RIGHT : LEFT} />
        </button>
        <img key={attachment.id} src={attachment.data_url} alt={name} />
        <button
          type="button"
          class="icon-button"
          aria-label={t('pictureAfter')}
          title={t('pictureAfter')}
          disabled={!after}
          onClick={() => go(after)}
        >
          <Icon outline={isFromRight ? LEFT : RIGHT} />
        </button>
      </div>
      <p class="viewer-foot">
        <span>
          {message.sender?.name || t('automatic')}, {i18n.day(new Date(message.createdAt * 1000))}
        </span>{' '}
        <span>{t('pictureOf', { n: index + 1, all: pictures.length })}</span>{' '}
        <a href={attachment.data_url} target="_blank" rel="noopener noreferrer">
          {t('openOriginal')}
        </a>
      </p>
    </Dialog>
  );
}
