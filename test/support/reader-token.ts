import { createToken } from '../../src/resources/access_tokens/create-token.ts';
import type { TestApp } from './app.ts';

/** A token of the user that may only read, in the clear. */
export async function givenReaderToken(test: TestApp, userId: number): Promise<string> {
  const token = { name: 'Reader', scope: 'read', expiresAt: null } as const;
  return (await createToken(test.app.tx(), userId, token, new Date())).accessToken;
}
