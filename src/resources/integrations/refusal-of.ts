import type { App } from '../../app.ts';
import { AppError, invalid } from '../../errors.ts';
import type { Reply } from '../../oauth/ask.ts';

/** The error for the caller when a service did not do what it was asked for; the log has it as well. */
export function refusalOf({ log }: App, service: string, reply: Exclude<Reply, { is: 'granted' }>): AppError {
  log.warn({ service, reason: reply.reason }, 'request to a service failed');
  if (reply.is === 'refused') return invalid(`${service} refused`, `${service} says: ${reply.reason}`);
  return new AppError('unavailable', `${service} is not available`, { detail: `${reply.reason}: try again later` });
}
