import { createHash } from 'node:crypto';
import type { Begun } from '../../conversations/sending/begin-sending.ts';

/** A UUID for the part with this index: the same for each attempt, and no other's. */
export function keyOf({ messageId, createdAt }: Pick<Begun, 'messageId' | 'createdAt'>, index: number): string {
  const digest = createHash('sha256').update(`${messageId} ${createdAt.toISOString()} ${index}`).digest('hex');
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}
