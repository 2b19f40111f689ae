import { notFound } from '../errors.ts';
import type { Ctx } from './state.ts';

const WHOLE_NUMBER = /^\d{1,9}$/;

/** The number in the path's `:name`. @throws AppError `not_found` when it is not one */
export function idOf(ctx: Ctx, resource: string, name = 'id'): number {
  const text = ctx.params[name];
  if (!text || !WHOLE_NUMBER.test(text)) throw notFound(resource);
  return Number(text);
}
