import { type InferType, mixed } from 'yup';
import { MOST_LABELS } from '../../entities/label.ts';
import {
  array,
  attributes,
  email,
  flag,
  integer,
  object,
  phoneNumber,
  requiredText,
  text,
  textList,
  url,
} from '../../fields.ts';
import { conditionsField, zoneField } from '../../filters/conditions-field.ts';

/** The sort keys of lists with their columns. */
const SORT_COLUMNS = {
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

/** A column that lists are sorted by. No request can name `online_until`, the usual order of contacts that are online. */
export type SortColumn = (typeof SORT_COLUMNS)[keyof typeof SORT_COLUMNS] | 'online_until';
export type Sort = { column: SortColumn; descending: boolean };

/** The order by the first key of a list with commas, all of which must be known; "-" before a key means descending. */
const sort = (usual: Sort) =>
  mixed<Sort>()
    .transform((_, given: unknown) => (typeof given === 'string' ? (readSort(given) ?? null) : null))
    .nonNullable(`must be one of ${Object.keys(SORT_COLUMNS).join(', ')}, with "-" before it for descending`)
    .default(usual)
    .meta({ jsonSchema: { type: 'string', maxLength: 255, examples: ['name', '-created_at'] } });

const listFields = {
  sort: sort({ column: 'created_at', descending: false }),
  include_contact_inboxes: flag(),
  labels: textList(),
};

export const listContactsQuery = object(listFields);
export const searchContactsQuery = object({ ...listFields, q: requiredText() });
export const filterContactsQuery = object({
  sort: listFields.sort,
  include_contact_inboxes: listFields.include_contact_inboxes,
});
export const filterContactsBody = object({ payload: conditionsField(), timezone: zoneField() });
/** The query of the list of online contacts. */
export const activeQuery = object({
  sort: sort({ column: 'online_until', descending: true }),
  include_contact_inboxes: flag(),
});
export const showQuery = object({ include_contact_inboxes: flag() });

function readSort(given: string): Sort | undefined {
  const sorts = given.split(',').map((key) => sortBy(key.trim()));
  return sorts.includes(null) ? undefined : (sorts[0] ?? undefined);
}

function sortBy(given: string): Sort | null {
  const key = given.replace(/^-/, '');
  if (!Object.hasOwn(SORT_COLUMNS, key)) return null;
  return { column: SORT_COLUMNS[key as keyof typeof SORT_COLUMNS], descending: given.startsWith('-') };
}

const contactFields = {
  name: text().nullable(),
  email: email(),
  phone_number: phoneNumber(),
  identifier: text().nullable(),
  blocked: flag(),
  custom_attributes: attributes().nullable(),
  additional_attributes: attributes().nullable(),
  avatar_url: url().nullable(),
};

export const updateContactBody = object(contactFields);
export const createContactBody = object({
  ...contactFields,
  inbox_id: integer().nullable(),
  source_id: text().nullable(),
});

const attributeKeys = () =>
  array(text().required('must be the name of an attribute')).typeError('must be a list of names');

export const destroyCustomAttributesBody = object({
  custom_attributes: attributeKeys().required('must be a list of the names of the attributes to remove'),
});

/** A list, or a single label; null = no labels. */
const labelNames = () =>
  array(requiredText())
    .transform((value: unknown, given: unknown) => (typeof given === 'string' && given !== '' ? [given] : value))
    .max(MOST_LABELS, `has too many labels (maximum is ${MOST_LABELS})`)
    .typeError('must be a list of names')
    .nullable();

export const labelsBody = object({ labels: labelNames() });

export const contactInboxBody = object({
  inbox_id: integer().required('must be the id of an inbox'),
  source_id: text().nullable(),
  hmac_verified: flag(),
});

export const filterContactInboxesBody = object({
  inbox_id: integer().required('must be the id of an inbox'),
  source_id: requiredText(),
});

/** In the body or in the query. */
export const claimsInput = object({ contact_inbox_id: integer() });

export const mergeBody = object({
  base_contact_id: integer().required('must be the id of the contact that stays'),
  mergee_contact_id: integer().required('must be the id of the contact that is merged into it'),
});

export type ContactBody = InferType<typeof updateContactBody>;
