import type { App } from '../app.ts';

/** Warns at the start when the configured mail server cannot be used, instead of at the first mail. */
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
