import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Check, failed, type Outcome, ok, warning } from '../../checks.ts';
import { connectionFailure } from '../../errors.ts';
import type { DoctorContext } from './context.ts';

/** Checks that an SMTP server is configured and can be logged in to; sends nothing. */
export const smtpCheck = ({ config, log }: DoctorContext): Check => ({
  name: 'smtp',
  async look() {
    const { openMailer } = await import('../../mail/mailer.ts');
    const mailer = openMailer(config, log);
    if (!mailer.isConfigured) return withoutServer(join(config.data_dir, 'outbox'));
    const host = hostOf(config.mail.smtp_url);
    try {
      await mailer.verify();
      const hasLogin = new URL(config.mail.smtp_url).username !== '';
      return ok(hasLogin ? `${host} takes the user and password` : `${host} answers, without a user and password`);
    } catch (error) {
      return failed(`${host}: ${connectionFailure(error, host)}`, 'correct mail.smtp_url, or start that server');
    } finally {
      mailer.close();
    }
  },
});

async function withoutServer(outbox: string): Promise<Outcome> {
  const names = await readdir(outbox).catch((): string[] => []);
  const count = names.filter((name) => name.endsWith('.eml')).length;
  return warning(`mails are kept in ${outbox} (${count} there) and not sent`, 'name a server with mail.smtp_url');
}

/** The server's host and port, without user and password. */
function hostOf(url: string): string {
  return new URL(url).host;
}
