import type { AttributeDisplayType } from '../../../entities/custom-attribute-definition.ts';
import type { DefinitionRow } from '../../custom_attribute_definitions/queries.ts';

/** The columns by which a row finds its contact, which makes an import repeatable. */
export const KEY_COLUMNS = ['identifier', 'email', 'phone_number'] as const;

/** What the cells of a column set. */
export type Target =
  | { kind: 'field'; field: 'name' | 'email' | 'phone_number' | 'identifier' }
  | { kind: 'additional'; key: string }
  | { kind: 'custom'; key: string; type: AttributeDisplayType }
  | { kind: 'labels' }
  /** Columns of exports and of files of rejected rows that cannot be set. */
  | { kind: 'ignored' };

const KNOWN: Record<string, Target> = {
  identifier: { kind: 'field', field: 'identifier' },
  email: { kind: 'field', field: 'email' },
  e_mail: { kind: 'field', field: 'email' },
  phone_number: { kind: 'field', field: 'phone_number' },
  phone: { kind: 'field', field: 'phone_number' },
  name: { kind: 'field', field: 'name' },
  company: { kind: 'additional', key: 'company_name' },
  company_name: { kind: 'additional', key: 'company_name' },
  city: { kind: 'additional', key: 'city' },
  country: { kind: 'additional', key: 'country' },
  labels: { kind: 'labels' },
  id: { kind: 'ignored' },
  errors: { kind: 'ignored' },
  blocked: { kind: 'ignored' },
  custom_attributes: { kind: 'ignored' },
  additional_attributes: { kind: 'ignored' },
  last_activity_at: { kind: 'ignored' },
  created_at: { kind: 'ignored' },
  updated_at: { kind: 'ignored' },
};

/** Whether a header names one of KEY_COLUMNS, in any of the forms that are known: "E-Mail" and "phone" do. */
export function isKeyColumn(header: string): boolean {
  const target = KNOWN[keyOf(header)];
  return target?.kind === 'field' && target.field !== 'name';
}

/**
 * What the cells below each header set. An unknown header is a custom attribute: the defined one with that key, or a
 * new one named like the header. A blank header is ignored. Of two columns with the same meaning, the first counts.
 */
export function targetsOf(columns: string[], definitions: Pick<DefinitionRow, 'key' | 'displayType'>[]): Target[] {
  const taken = new Set<string>();
  return columns.map((header) => {
    const target = targetOf(header, definitions);
    const name = JSON.stringify(target);
    if (taken.has(name)) return { kind: 'ignored' };
    taken.add(name);
    return target;
  });
}

function targetOf(header: string, definitions: Pick<DefinitionRow, 'key' | 'displayType'>[]): Target {
  const key = keyOf(header);
  if (key === '') return { kind: 'ignored' };
  const known = Object.hasOwn(KNOWN, key) ? KNOWN[key] : undefined;
  if (known) return known;
  const defined = definitions.find((definition) => definition.key === key || definition.key === header);
  return { kind: 'custom', key: defined?.key ?? header, type: defined?.displayType ?? 'text' };
}

/** Makes "E-Mail" and "e_mail" equal. */
function keyOf(header: string): string {
  return header
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
}
