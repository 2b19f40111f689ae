import type { Provider } from '../providers.ts';

/**
 * The id of a message in its channel as it is unique in the inbox. Telegram's ids are unique only within a chat, which is
 * that of the contact with this source id.
 */
export function sourceKey(provider: Provider, contactSourceId: string, sourceId: string): string {
  return provider === 'telegram' ? `${contactSourceId} ${sourceId}` : sourceId;
}
