import type { Shown } from '../../wire/shape.ts';
import { iso } from '../../time.ts';
import type { customFilterShape } from './answers.ts';
import type { CustomFilterRow } from './queries.ts';

export function presentCustomFilter(filter: CustomFilterRow): Shown<typeof customFilterShape> {
  return {
    id: filter.id,
    name: filter.name,
    filter_type: filter.filterType,
    query: filter.query,
    created_at: iso(filter.createdAt),
    updated_at: iso(filter.updatedAt),
  };
}
