import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Failure, misuse } from '../failure.ts';

/** The password on standard input. */
export async function readLine(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '');
}

/** The password that is typed twice on the terminal. @throws Failure when there is none */
export async function askTwice(): Promise<string> {
  if (!process.stdin.isTTY) throw misuse('there is no terminal on which to ask for the password: use --password-stdin');
  const password = await ask('Password: ');
  if ((await ask('Once more: ')) !== password) {
    throw new Failure('the two passwords are not the same; nothing was done');
  }
  return password;
}

/** Asks on the terminal without echoing what is typed. */
async function ask(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const given = new AbortController();
  terminal.once('close', () => given.abort());
  process.stderr.write(question);
  try {
    return await terminal.question('', { signal: given.signal });
  } catch (error) {
    throw new Failure('no password was given; nothing was done', { cause: error });
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
