import type { Shown } from '../../wire/shape.ts';
import type { cannedResponseShape } from './answers.ts';
import type { CannedResponseRow } from './queries.ts';

export function presentCannedResponse(response: CannedResponseRow): Shown<typeof cannedResponseShape> {
  return {
    id: response.id,
    account_id: response.accountId,
    short_code: response.shortCode,
    content: response.content,
    created_at: response.createdAt.toISOString(),
    updated_at: response.updatedAt.toISOString(),
  };
}
