import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Failure, misuse } from '../failure.ts';

/**
 * A line typed on the terminal; `instead` is the advice for the case without a terminal.
 * @throws Failure when there is no terminal, or the line is empty
 */
export async function askOnTerminal(question: string, instead: string): Promise<string> {
  if (!process.stdin.isTTY) throw misuse(`there is no terminal on which to ask: ${instead}`);
  return ask(question, process.stderr);
}

/** As `askOnTerminal`, without echoing what is typed. */
export async function askHidden(question: string, instead: string): Promise<string> {
  if (!process.stdin.isTTY) throw misuse(`there is no terminal on which to ask for the password: ${instead}`);
  try {
    return await ask(question, new Writable({ write: (_chunk, _encoding, done) => done() }));
  } finally {
    process.stderr.write('\n');
  }
}

/** What is typed is echoed to `echo`. */
async function ask(question: string, echo: NodeJS.WritableStream): Promise<string> {
  // Before the question is written: until then, the terminal itself echoes what is typed.
  const terminal = createInterface({ input: process.stdin, output: echo, terminal: true });
  const given = new AbortController();
  terminal.once('close', () => given.abort());
  if (echo !== process.stderr) process.stderr.write(question);
  try {
    return await terminal.question(question, { signal: given.signal });
  } catch (error) {
    throw new Failure('nothing was given; nothing was done', { cause: error });
  } finally {
    terminal.close();
  }
}
