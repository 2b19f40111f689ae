import type { AttributeModel } from '../../entities/custom-attribute-definition.ts';
import { invalid } from '../../errors.ts';

/** The standard keys of conversations and contacts, which filters could not tell from custom ones. */
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

/** Checks that a key is not a standard one. @throws AppError `invalid` */
export function checkKey(model: AttributeModel, key: string): void {
  if (!TAKEN[model].includes(key)) return;
  throw invalid(
    'Validation failed',
    'Attribute key The provided key is not allowed as it might conflict with default attributes.',
    ['attribute_key'],
  );
}
