import { array, type InferType } from 'yup';
import { attributes, email, flag, integer, object, phoneNumber, requiredText, text } from '../../fields.ts';

/** What lists can be sorted by, and the column that does it. */
export const SORT_COLUMNS = {
  email: 'email',
  name: 'name_key',
  phone_number: 'phone_number',
  last_activity_at: 'last_activity_at',
  created_at: 'created_at',
  company: 'company',
  company_name: 'company',
  city: 'city',
  country: 'country',
} as const;

export type SortColumn = (typeof SORT_COLUMNS)[keyof typeof SORT_COLUMNS];
export type Sort = { column: SortColumn; descending: boolean };

/** The order of creation. */
const DEFAULT_SORT: Sort = { column: 'created_at', descending: false };

const listFields = {
  sort: text(),
  include_contact_inboxes: flag(),
  labels: array(text().required()).transform((_, given: unknown) =>
    typeof given === 'string' ? given.split(',') : given,
  ),
};

export const listQuery = object(listFields);
export const showQuery = object({ include_contact_inboxes: flag() });
export const searchQuery = object({ ...listFields, q: requiredText() });

/** The first key of a comma list that lists can be sorted by, "-" before it for descending. */
export function readSort(given: string | undefined): Sort {
  const known = (given ?? '')
    .split(',')
    .map((key) => ({ column: columnOf(key.trim().replace(/^-/, '')), descending: key.trim().startsWith('-') }))
    .find(({ column }) => column !== undefined);
  return known?.column ? { column: known.column, descending: known.descending } : DEFAULT_SORT;
}

function columnOf(key: string): SortColumn | undefined {
  return Object.hasOwn(SORT_COLUMNS, key) ? SORT_COLUMNS[key as keyof typeof SORT_COLUMNS] : undefined;
}

const contactFields = {
  name: text().nullable(),
  email: email(),
  phone_number: phoneNumber(),
  identifier: text().nullable(),
  blocked: flag(),
  custom_attributes: attributes().nullable(),
  additional_attributes: attributes().nullable(),
};

export const updateContactBody = object(contactFields);
export const createContactBody = object({
  ...contactFields,
  inbox_id: integer().nullable(),
  source_id: text().nullable(),
});

export type ContactBody = InferType<typeof updateContactBody>;

export type ListQuery = InferType<typeof listQuery>;
