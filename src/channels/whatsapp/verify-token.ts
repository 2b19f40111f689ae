import { textAt } from '../receiving/json-parts.ts';
import type { OutgoingChannel } from '../transport.ts';
import { configIn } from './hosts.ts';

/** By which the other end shows that it was told the address of the inbox; '' = there is none. */
export function verifyToken({ secrets }: Pick<OutgoingChannel, 'secrets'>): string {
  return configIn(secrets, 'webhook_verify_token') || textAt(secrets, 'webhook_verify_token');
}
