import { iso } from '../../time.ts';
import type { CannedResponseRow } from './queries.ts';

export function presentCannedResponse(response: CannedResponseRow) {
  return {
    id: response.id,
    account_id: response.accountId,
    short_code: response.shortCode,
    content: response.content,
    created_at: iso(response.createdAt),
    updated_at: iso(response.updatedAt),
  };
}
