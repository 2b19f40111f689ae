import type { Conversation } from './conversation.ts';

/** A condition of a filter, as the API takes it; whatever else it has is kept. */
export type Condition = {
  attribute_key: string;
  filter_operator: string;
  /** A list, or one value. */
  values?: unknown;
  /** `AND` or `OR`: how the next condition is joined to this one; absent = `AND`. */
  query_operator?: string | null;
  [more: string]: unknown;
};

/** The API takes no more. */
const MOST_CONDITIONS = 100;

/** The conditions in a value from outside; null = it is no list of conditions. */
export function conditionsIn(value: unknown): readonly Condition[] | null {
  if (!Array.isArray(value) || value.length > MOST_CONDITIONS) return null;
  const all: unknown[] = value;
  return all.every(isCondition) ? all : null;
}

function isCondition(value: unknown): value is Condition {
  const { attribute_key: key, filter_operator: operator } = Object(value) as Partial<Condition>;
  return typeof key === 'string' && typeof operator === 'string';
}

/** The groups of which one must be met as a whole: AND binds before OR. */
export function groupsOf(conditions: readonly Condition[]): Condition[][] {
  const groups: Condition[][] = [];
  let isNext = true;
  for (const condition of conditions) {
    if (isNext) groups.push([]);
    groups.at(-1)?.push(condition);
    isNext = isOr(condition);
  }
  return groups;
}

/** The conditions of which `groupsOf` gives these groups; empty groups are left out. */
export function joined(groups: readonly (readonly Condition[])[]): Condition[] {
  const all = groups.filter((group) => group.length > 0);
  return all.flatMap((group, at) =>
    group.map((condition, index) => {
      const { query_operator: _, ...rest } = condition;
      const isLastOfGroup = index === group.length - 1;
      if (isLastOfGroup && at === all.length - 1) return rest;
      return { ...rest, query_operator: isLastOfGroup ? 'OR' : 'AND' };
    }),
  );
}

const isOr = ({ query_operator: joining }: Condition) => joining?.trim().toUpperCase() === 'OR';

/** The values of a condition, without empty ones. */
export function valuesOf({ values }: Condition): unknown[] {
  return [values].flat().filter((value) => value !== null && value !== undefined && value !== '');
}

/**
 * Whether the conversation meets the conditions; null = only the server knows. The store can tell of attributes with ids, choices and
 * labels, whose values are compared as they are.
 */
export function meets(conversation: Conversation, conditions: readonly Condition[]): boolean | null {
  const groups = groupsOf(conditions);
  if (groups.length === 0) return true;
  const all = groups.map((group) => {
    const met = group.map((condition) => meetsOne(conversation, condition));
    return met.includes(false) ? false : met.includes(null) ? null : true;
  });
  return all.includes(true) ? true : all.includes(null) ? null : false;
}

/** The values that count for each attribute; none = the conversation has no value. */
const VALUES: Record<string, (conversation: Conversation) => readonly (string | number)[]> = {
  status: ({ status }) => [status],
  priority: ({ priority }) => (priority ? [priority] : []),
  // Bots are no assignees for filters.
  assignee_id: ({ assignee }) => (assignee?.type === 'User' ? [assignee.id] : []),
  inbox_id: ({ inboxId }) => [inboxId],
  team_id: ({ teamId }) => (teamId === null ? [] : [teamId]),
  contact_id: ({ contactId }) => [contactId],
  display_id: ({ id }) => [id],
  labels: ({ labels }) => labels,
};

function meetsOne(conversation: Conversation, condition: Condition): boolean | null {
  const { attribute_key: key, filter_operator: operator, custom_attribute_type: type } = condition;
  const has = Object.hasOwn(VALUES, key) && !type ? VALUES[key] : undefined;
  if (!has) return null;
  const own = has(conversation).map(String);
  const wanted = valuesOf(condition).map(String);
  const isEqual = own.some((value) => wanted.includes(value) || (key === 'status' && wanted.includes('all')));
  const isInside = own.some((value) => wanted.some((part) => value.includes(part)));
  switch (operator) {
    case 'is_present':
      return own.length > 0;
    case 'is_not_present':
      return own.length === 0;
    case 'equal_to':
      return isEqual;
    // What has no value is not told apart, save for labels: having none differs from having these.
    case 'not_equal_to':
      return !isEqual && (own.length > 0 || key === 'labels');
    case 'contains':
      return isInside;
    case 'does_not_contain':
      return !isInside && own.length > 0;
    default:
      return null;
  }
}
