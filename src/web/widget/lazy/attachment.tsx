import { linkTo } from '../../../markdown/link-to.ts';
import { useSignal } from '../../kit/view.ts';
import { Icon } from '../../kit/icon.tsx';
import type { WireAttachment } from '../store/wire.ts';
import { useUi } from '../views/ui.ts';

const SHEET = 'M6 3h8l4 4v14H6zM14 3v4h4';

/** A file of a message. What the browser cannot show can be downloaded. */
export function Attachment({ attachment }: { attachment: WireAttachment }) {
  const { i18n } = useUi();
  const isBroken = useSignal(false);
  const { file_type: type, thumb_url: thumbnail } = attachment;
  const url = linkTo(attachment.data_url ?? '');
  const name = attachment.fallback_title || nameIn(attachment.data_url) || i18n.t('file');
  const fail = () => (isBroken.value = true);

  if (url && type === 'image' && !isBroken.value) {
    return (
      <a href={url} target="_blank" rel="noopener noreferrer" class="picture">
        <img src={thumbnail || url} alt={name} loading="lazy" onError={fail} />
      </a>
    );
  }
  if (url && type === 'audio' && !isBroken.value) return <audio controls src={url} aria-label={name} onError={fail} />;
  if (url && type === 'video' && !isBroken.value) return <video controls src={url} aria-label={name} onError={fail} />;
  if (!url) {
    return (
      <span class="file">
        <Icon outline={SHEET} />
        {name}
      </span>
    );
  }
  return (
    <a class="file" href={url} target="_blank" rel="noopener noreferrer" aria-label={i18n.t('download', { name })}>
      <Icon outline={SHEET} />
      {name}
    </a>
  );
}

function nameIn(url: string | null | undefined): string {
  const last = url?.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
