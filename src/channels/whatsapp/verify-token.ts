import { textAt } from '../receiving/json-parts.ts';
import type { OutgoingChannel } from '../transport.ts';
import { configIn } from './hosts.ts';

/** The token with which the provider proves that the inbox's address was entered there; '' = none. */
export function verifyToken({ secrets }: Pick<OutgoingChannel, 'secrets'>): string {
  return configIn(secrets, 'webhook_verify_token') || textAt(secrets, 'webhook_verify_token');
}
