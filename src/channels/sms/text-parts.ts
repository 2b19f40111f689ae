import { toPlain } from '../../markdown/to-plain.ts';
import { renderTextWithLinks } from '../render-text.ts';
import { withSharedAsText } from '../shared-things.ts';
import { splitText } from '../split-text.ts';
import type { OutgoingFile, OutgoingMessage, Part } from '../transport.ts';

/**
 * A message as text messages of at most `length` characters, each made by `partOf`. The first has the files that the
 * provider can send (`sent`); the text has links to the others. [] for a message without text and files.
 */
export function textParts(
  message: OutgoingMessage,
  length: number,
  sent: readonly OutgoingFile[],
  partOf: (message: OutgoingMessage, text: string, files: readonly OutgoingFile[], isOnly: boolean) => Part,
): Part[] {
  const plain = { ...message, content: message.content && toPlain(message.content) };
  const written = withSharedAsText(plain);
  const linked = message.files.filter((file) => !sent.includes(file));
  const [first = '', ...rest] = splitText(renderTextWithLinks(written, linked), length);
  if (first === '' && sent.length === 0) return [];
  return [partOf(message, first, sent, rest.length === 0), ...rest.map((piece) => partOf(message, piece, [], false))];
}
