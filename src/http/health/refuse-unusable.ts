import type { Middleware } from 'koa';
import type { App } from '../../app.ts';
import { ConnectionError, FAULT_SENTENCES } from '../../db/faults.ts';
import type { State } from '../state.ts';

const READING = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses requests that write as long as nothing may be written to the database (`Standing`), before their bodies are read and
 * anything is done outside.
 * @throws ConnectionError
 */
export function refuseUnusable({ orm }: App): Middleware<State> {
  return async function refuseUnusable(ctx, next) {
    const { fault } = orm.database.refusal;
    if (fault === null || READING.includes(ctx.method)) return next();
    throw new ConnectionError(fault, FAULT_SENTENCES[fault]);
  };
}
