import { eventually } from '../eventually.ts';
import { created, type Reply } from '../served-account.ts';

/** What the server answers that is not too busy any more. @throws Error when it refuses */
export async function made(ask: () => Promise<Reply>) {
  const reply = await eventually(ask, ({ status }) => status !== 503);
  return created(Promise.resolve(reply));
}
