import { setImmediate } from 'node:timers/promises';
import { object } from 'yup';
import { ATTRIBUTE_MODELS } from '../entities/custom-attribute-definition.ts';
import { oneOf } from '../fields.ts';
import { convertNext, type Walked } from '../resources/custom_attribute_definitions/convert-values.ts';
import type { JobHandler } from './queue/handler.ts';

const payloadOf = object({ model: oneOf(ATTRIBUTE_MODELS).required() });

/** Converts the stored attributes of an account's contacts or conversations, some rows at a time. After an interruption, again. */
export const convertAttributes: JobHandler = async (app, payload, job) => {
  if (job.accountId === null) return;
  const owner = { accountId: job.accountId, model: payloadOf.validateSync(payload).model };
  let last: Walked | null = null;
  do {
    job.signal.throwIfAborted();
    last = await convertNext(app.tx(), owner, last);
    await setImmediate();
  } while (last !== null);
};
