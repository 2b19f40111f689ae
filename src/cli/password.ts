import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Failure, misuse } from './failure.ts';

/** `password` true = the option was given without a value. */
export type PasswordOptions = { password?: string | true; passwordStdin?: boolean };

/** The password from the options or a prompt; without options, a random one. */
export async function choosePassword(options: PasswordOptions): Promise<{ text: string; isGenerated: boolean }> {
  if (options.password !== undefined && options.passwordStdin) {
    throw misuse('give --password or --password-stdin, not both');
  }
  const given = options.passwordStdin
    ? await readLine()
    : options.password === true
      ? await askTwice()
      : options.password;
  const { newPassword, passwordProblem } = await import('../fields/password.ts');
  if (given === undefined) {
    return { text: newPassword(), isGenerated: true };
  }
  const problem = passwordProblem(given);
  if (problem !== null) throw misuse(`the password ${problem}`);
  return { text: given, isGenerated: false };
}

async function readLine(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '');
}

async function askTwice(): Promise<string> {
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
