import { text } from 'node:stream/consumers';
import { Failure } from '../failure.ts';
import { askHidden } from './ask.ts';

const INSTEAD = 'use --password-stdin';

/** The password on standard input. */
export async function readLine(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '');
}

/** The password that is typed twice on the terminal. @throws Failure when there is none */
export async function askTwice(): Promise<string> {
  const password = await askHidden('Password: ', INSTEAD);
  if ((await askHidden('Once more: ', INSTEAD)) !== password) {
    throw new Failure('the two passwords are not the same; nothing was done');
  }
  return password;
}
