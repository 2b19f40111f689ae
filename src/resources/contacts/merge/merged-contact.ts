import type { ContactRecord } from '../../../records/contact.ts';
import type { Attributes, Json } from '../../../entities/columns.ts';
import { checkedAttributes } from '../../../fields/merged-attributes.ts';

/**
 * The merged contact: the values of `base`, and those of `mergee` where `base` has none, also for each attribute. It
 * was active when the later of the two was.
 * @throws AppError `invalid` when the merged attributes break a rule of free keys
 */
export function mergedContact(base: ContactRecord, mergee: ContactRecord): ContactRecord {
  return {
    ...base,
    name: base.name || mergee.name,
    email: base.email ?? mergee.email,
    phoneNumber: base.phoneNumber ?? mergee.phoneNumber,
    identifier: base.identifier ?? mergee.identifier,
    avatarUrl: base.avatarUrl ?? mergee.avatarUrl,
    customAttributes: mergeAttributes('custom_attributes', base.customAttributes, mergee.customAttributes),
    additionalAttributes: mergeAttributes(
      'additional_attributes',
      base.additionalAttributes,
      mergee.additionalAttributes,
    ),
    lastActivityAt: later(base.lastActivityAt, mergee.lastActivityAt),
  };
}

function mergeAttributes(field: string, base: Attributes, other: Attributes): Attributes {
  if (Object.keys(other).length === 0) return base;
  return checkedAttributes(field, mergeObjects(base, other));
}

/** Where both have a key, the value of `base` counts; objects are merged. */
function mergeObjects(base: Attributes, other: Attributes): Attributes {
  const entries = Object.entries(base).map(([key, value]): [string, Json] => {
    const theirs = Object.hasOwn(other, key) ? other[key] : undefined;
    return [key, isObject(value) && isObject(theirs) ? mergeObjects(value, theirs) : value];
  });
  return Object.fromEntries([...Object.entries(other), ...entries]);
}

function isObject(value: Json | undefined): value is Attributes {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function later(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}
