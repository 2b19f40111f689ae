import { named, type Shape } from '../../../wire/shape.ts';

const countsById: Shape<Record<string, number>> = {
  type: 'object',
  additionalProperties: { type: 'integer' },
  description: 'By id; those without any are left out',
};

export const unreadCountsShape = named('UnreadCounts', { inboxes: countsById, labels: countsById, teams: countsById });
