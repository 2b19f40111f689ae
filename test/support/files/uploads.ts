import { createHash } from 'node:crypto';
import type { Answer, TestApp } from '../app.ts';
import type { TestAccount } from '../factories.ts';

/** What a client says about a file before it sends it. */
export function described(content: string | Uint8Array, filename = 'notes.txt', more: object = {}) {
  const bytes = Buffer.from(content);
  const checksum = createHash('md5').update(bytes).digest('base64');
  return { blob: { filename, byte_size: bytes.length, checksum, content_type: 'text/plain', ...more } };
}

/** Announces a file, and returns the answer's body. */
export async function announce(account: TestAccount, conversation: { id: number }, body: object) {
  const answer = await account.call('POST', `/conversations/${conversation.id}/direct_uploads`, body);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

/** Sends the content to the address of an announced file. */
export function sendContent(test: TestApp, url: string, content: string | Uint8Array): Promise<Answer> {
  return test.request('PUT', new URL(url).pathname, { body: content, headers: { 'content-type': 'text/plain' } });
}

/** The signed id of a file that has been uploaded with this content. */
export async function givenBlob(
  test: TestApp,
  account: TestAccount,
  conversation: { id: number },
  content: string | Uint8Array = 'hello',
  filename = 'notes.txt',
): Promise<string> {
  const { signed_id: id, direct_upload } = await announce(account, conversation, described(content, filename));
  const { status, text } = await sendContent(test, direct_upload.url, content);
  if (status !== 204) throw new Error(text);
  return id;
}
