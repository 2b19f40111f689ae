import type { AttributeModel } from '../../entities/custom-attribute-definition.ts';
import { invalid } from '../../errors.ts';

/** What conversations and contacts have anyway: filters could not tell an attribute of that name from it. */
const TAKEN: Record<AttributeModel, readonly string[]> = {
  conversation_attribute: [
    'status',
    'priority',
    'assignee_id',
    'inbox_id',
    'team_id',
    'display_id',
    'campaign_id',
    'labels',
    'browser_language',
    'country_code',
    'referer',
    'created_at',
    'last_activity_at',
  ],
  contact_attribute: [
    'name',
    'email',
    'phone_number',
    'identifier',
    'country_code',
    'city',
    'company_name',
    'created_at',
    'last_activity_at',
    'referer',
    'blocked',
  ],
  company_attribute: [],
};

/** @throws AppError `invalid` for a key that means something else already */
export function checkKey(model: AttributeModel, key: string): void {
  if (!TAKEN[model].includes(key)) return;
  throw invalid(
    'Validation failed',
    'Attribute key The provided key is not allowed as it might conflict with default attributes.',
    ['attribute_key'],
  );
}
