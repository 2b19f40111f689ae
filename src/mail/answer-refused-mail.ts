import type { Mail } from './mail.ts';
import { render } from './render.ts';

/** The mail that tells a member why what they answered by mail was not taken. */
export async function answerRefusedMail({
  email,
  ...about
}: {
  email: string;
  name: string;
  reason: string;
}): Promise<Mail> {
  return { to: [email], ...(await render('answer-refused', about)) };
}
