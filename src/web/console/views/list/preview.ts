import type { TextKey } from '../../locales.ts';
import type { Message } from '../../store/message.ts';

/** A row shows no more. */
const LONGEST = 160;

const FILES: Record<string, TextKey> = {
  image: 'aPicture',
  audio: 'aRecording',
  video: 'aVideo',
  location: 'aPlace',
  contact: 'aContactCard',
};

/** The content of a message as one line of plain text; '' = it has none. */
export function lineOf(content: string): string {
  return content
    .slice(0, 4 * LONGEST)
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replaceAll(/(\*\*|__|~~|`+)/g, '')
    .replaceAll(/^[#>]+ /gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST);
}

/** What stands for the message in a list. */
export function previewOf({ content, attachments, isDeleted }: Message, t: (key: TextKey) => string): string {
  if (isDeleted) return t('messageDeleted');
  const line = lineOf(content);
  if (line !== '') return line;
  const [file] = attachments;
  return file ? t(FILES[file.file_type] ?? 'aFile') : '';
}
