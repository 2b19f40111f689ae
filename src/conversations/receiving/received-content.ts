import { storable } from '../../fields/storable.ts';
import { CONTENT_LENGTH } from '../messages/new-message.ts';

/** The content as it can be stored; null stays null. */
export function receivedContent(content: string | null): string | null {
  return content === null ? null : storable(content, CONTENT_LENGTH);
}
