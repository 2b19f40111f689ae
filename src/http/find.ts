import type { EntityName, FilterQuery } from '@mikro-orm/core';
import { notFound } from '../errors.ts';
import type { Ctx } from './state.ts';

const WHOLE_NUMBER = /^\d{1,9}$/;

/**
 * The row of `entity` that the path's `:name` names, in the caller's account; another account's is not found.
 * @throws AppError `not_found`, "<resource> not found"
 */
export async function findInAccount<T extends { account: unknown }>(
  ctx: Ctx,
  entity: EntityName<T> & { name: string },
  resource: string = entity.name,
  name = 'id',
): Promise<T> {
  const where = { id: idOf(ctx, resource, name), account: ctx.state.account.id } as FilterQuery<T>;
  const row = await ctx.state.em.findOne(entity, where);
  if (!row) throw notFound(resource);
  return row as T;
}

/** The number in the path's `:name`. @throws AppError `not_found` when it is not one */
export function idOf(ctx: Ctx, resource: string, name = 'id'): number {
  const text = ctx.params[name];
  if (!text || !WHOLE_NUMBER.test(text)) throw notFound(resource);
  return Number(text);
}
