import { passwordProblem } from '../fields/password.ts';
import { misuse } from './failure.ts';

/** `password` true = the option was given without a value. */
export type PasswordOptions = { password?: string | true; passwordStdin?: boolean };

/** The password from the options or a prompt; without options, a random one. */
export async function choosePassword(options: PasswordOptions): Promise<{ text: string; isGenerated: boolean }> {
  if (options.password !== undefined && options.passwordStdin) {
    throw misuse('give --password or --password-stdin, not both');
  }
  const given = await givenPassword(options);
  if (given === undefined) {
    const { newPassword } = await import('../fields/new-password.ts');
    return { text: newPassword(), isGenerated: true };
  }
  const problem = passwordProblem(given);
  if (problem !== null) throw misuse(`the password ${problem}`);
  return { text: given, isGenerated: false };
}

async function givenPassword({ password, passwordStdin }: PasswordOptions): Promise<string | undefined> {
  if (!passwordStdin && password !== true) return password;
  const { askTwice, readLine } = await import('./ui/ask-password.ts');
  return passwordStdin ? readLine() : askTwice();
}
