import type { App } from '../../app.ts';

/**
 * Logs a warning when the configured mail server cannot be used, for the start, so that this is noticed before the
 * first mail. Does nothing when none is configured. Never throws.
 */
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
