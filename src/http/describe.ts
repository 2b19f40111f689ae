import { failure, type Shape } from '../shapes.ts';
import type { Input, RouteMiddleware } from './state.ts';

/** How a route answers when all went well. */
export type Answer = { status: number; shape: Shape | null; type: string };

/** Says what the route reads. `validate` and `validateQuery` check only against what is said here. */
export function takes(input: Input): RouteMiddleware & { input: Input } {
  const describe: RouteMiddleware = function takes(ctx, next) {
    ctx.state.input = input;
    return next();
  };
  return Object.assign(describe, { input });
}

/** Sets the status of the answer and says what its body looks like; null = it is empty. */
export function answers(
  shape: Shape | null,
  status = 200,
  type = 'application/json',
): RouteMiddleware & { answer: Answer } {
  const describe: RouteMiddleware = function answers(ctx, next) {
    ctx.status = status;
    return next();
  };
  return Object.assign(describe, { answer: { status, shape, type } });
}

/**
 * Says that the route may also answer with `status`: what neither its permission nor its input lets one expect. The body
 * is that of a failure unless `shape` says otherwise.
 */
export function mayAnswer(
  status: number,
  shape: Shape | null = failure,
  type = 'application/json',
): RouteMiddleware & { other: Answer } {
  const describe: RouteMiddleware = (_, next) => next();
  return Object.assign(describe, { other: { status, shape, type } });
}
