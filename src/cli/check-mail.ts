import type { App } from '../app.ts';

/** Warns when the mail server that is configured cannot be used: better now than when the first mail is due. */
export async function checkMail({ config, log, mailer }: App): Promise<void> {
  try {
    await mailer.verify();
  } catch (error) {
    const server = URL.parse(config.mail.smtp_url)?.host;
    log.warn(
      { server, error: (error as Error).message },
      'the mail server cannot be used, mails wait: correct mail.smtp_url, or see "parley doctor"',
    );
  }
}
