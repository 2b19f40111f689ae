import { linkTo } from '../../../../markdown/link-to.ts';
import { Icon } from '../../../kit/icon.tsx';
import { useSignal } from '../../../kit/view.ts';
import { useDesk } from '../../desk.ts';
import type { WireAttachment } from '../../store/wire.ts';
import { Shared } from './message/parts.tsx';
import { nameOfFile } from './message/name-of-file.ts';
import { OUTLINES } from './outlines.ts';
import type { Viewed } from './message/viewed.ts';

/** What has no file. */
const SHARED = ['location', 'contact'];

/** A file of a message: shown where the browser can, otherwise a link with its name and size. Places and cards have no file. */
export function Attachment({ attachment, viewed }: { attachment: WireAttachment; viewed: Viewed }) {
  const { t, language } = useDesk().i18n;
  const isBroken = useSignal(false);
  const { file_type: type, thumb_url: thumbnail, file_size: size, width, height } = attachment;
  const url = linkTo(attachment.data_url ?? '');
  const name = nameOfFile(attachment) || t('file');
  const fail = () => (isBroken.value = true);
  const isShown = url && !isBroken.value;
  if (SHARED.includes(type)) return <Shared attachment={attachment} />;

  /** Keys and buttons that browsers open in another tab are left to them. */
  function view(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    viewed.value = attachment.id;
  }

  if (isShown && type === 'image') {
    return (
      <a href={url} target="_blank" rel="noopener noreferrer" class="picture" onClick={view}>
        <img
          src={thumbnail || url}
          alt={name}
          loading="lazy"
          width={width ?? undefined}
          height={height ?? undefined}
          onError={fail}
        />
      </a>
    );
  }
  if (isShown && type === 'audio') return <audio controls src={url} aria-label={name} onError={fail} />;
  if (isShown && type === 'video') return <video controls src={url} aria-label={name} onError={fail} />;
  const inside = (
    <>
      <Icon outline={OUTLINES.file} />
      <span>{name}</span>
      {size > 0 && <span class="file-size">{sizeOf(size, language())}</span>}
    </>
  );
  if (!url) return <span class="file">{inside}</span>;
  return (
    <a class="file" href={url} target="_blank" rel="noopener noreferrer">
      {inside}
    </a>
  );
}

function sizeOf(bytes: number, language: string): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
}
