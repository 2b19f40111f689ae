import { json } from '../../db/dialect.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { invalidField } from '../../errors.ts';

/** What a policy says beside its name; undefined = none, or in a change as it is. */
export type CapacityInput = {
  description: string | null | undefined;
  excludedLabels: string[] | undefined;
  excludeOlderThanHours: number | null | undefined;
};

/** The columns that `input` sets. */
export function capacityColumns(input: CapacityInput) {
  return {
    description: input.description,
    excluded_labels: input.excludedLabels && json([...new Set(input.excludedLabels)]),
    exclude_older_than_hours: input.excludeOlderThanHours,
  };
}

/** Throws `error`, or `invalid` where it means that the account already has a policy with this name. */
export function refuseSecondName(error: unknown): never {
  throw isUniqueViolation(error, 'agent_capacity_policies', 'name')
    ? invalidField('name', 'has already been taken')
    : error;
}
