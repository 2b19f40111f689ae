import { hasSecretSourceIds } from '../records/access/source-ids.ts';
import { CHANNEL_TYPES } from '../entities/channel.ts';
import { MASK } from '../secrets.ts';
import { CHANNEL_NAMES } from './channel-names.ts';

/** Keys below which blocks have the contact inbox of their conversation. */
const HOLDERS = new Set([
  'conversation',
  'current_conversation',
  'messages',
  'notification',
  'primary_actor',
  'secondary_actor',
]);

const SECRET_IN: readonly string[] = CHANNEL_TYPES.filter(hasSecretSourceIds).map((type) => CHANNEL_NAMES[type]);

/** The same as `hasSecretSourceIds`, by the name that blocks have for the channel. */
export function isSecretInChannel(channel: string): boolean {
  return SECRET_IN.includes(channel);
}

/** The blocks with masks in place of the source ids of contacts; those of messages, which name no contact, stay. */
export function maskSourceIds<Blocks>(blocks: Blocks): Blocks {
  if (Array.isArray(blocks)) return blocks.map(maskSourceIds) as Blocks;
  if (typeof blocks !== 'object' || blocks === null) return blocks;
  const masked = Object.entries(blocks).map(([key, value]: [string, unknown]) => {
    if (key === 'contact_inbox') return [key, { ...(value as object), source_id: MASK }];
    return [key, HOLDERS.has(key) ? maskSourceIds(value) : value];
  });
  return Object.fromEntries(masked) as Blocks;
}
