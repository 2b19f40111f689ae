import { Icon } from '../../../kit/icon.tsx';
import { IconButton } from '../../../kit/icon-button.tsx';
import { useEffect, useSignal } from '../../../kit/view.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import type { FileInfo } from '../../store/files.ts';
import { OUTLINES } from '../thread/outlines.ts';
import { sizeOf } from './size-of.ts';

export type FileListProps = {
  console: Console;
  files: readonly FileInfo[];
  /** Absent: they stay. */
  onRemove?: (file: FileInfo) => void;
};

/** Files that the server does not have yet, each with its name, size, and a small picture if it is one. */
export function FileList({ console, files, onRemove }: FileListProps) {
  const { t, language } = useDesk().i18n;
  return (
    <ul class="files" aria-label={t('files')}>
      {files.map((file) => (
        <li key={file.id} class="file-chosen">
          <Preview console={console} file={file} />
          <span class="file-words">
            <span class="file-name" title={file.name}>
              {file.name}
            </span>
            <span class="file-size">{sizeOf(file.size, language())}</span>
          </span>
          {onRemove && (
            <IconButton icon="close" label={t('removeFile', { name: file.name })} onClick={() => onRemove(file)} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Preview({ console, file }: { console: Console; file: FileInfo }) {
  const url = useSignal<string | null>(null);
  useEffect(() => {
    if (!file.type.startsWith('image/')) return undefined;
    let isOver = false;
    async function show() {
      const bytes = await console.bytesOf(file);
      if (bytes && !isOver) url.value = URL.createObjectURL(bytes);
    }
    void show();
    return () => {
      isOver = true;
      if (url.peek()) URL.revokeObjectURL(url.peek() ?? '');
    };
  }, [file.id]);

  return url.value === null ? (
    <Icon outline={OUTLINES.file} />
  ) : (
    // Pictures of a kind that the browser does not know have the outline of a file again.
    <img class="file-picture" src={url.value} alt="" onError={() => (url.value = null)} />
  );
}
