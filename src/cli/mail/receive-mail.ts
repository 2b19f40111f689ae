import { Command } from 'commander';
import { answer } from '../answer.ts';
import { Failure } from '../failure.ts';
import { withApp } from '../open.ts';

// As sysexits.h has them, which mail servers know: the mail is returned to its sender, or tried again later.
const NO_USER = 67;
const LATER = 75;
/** Bytes of a mail. */
const MOST_BYTES = 35 * 1024 * 1024;

const NOTES = `
For the pipe of a mail server. Exit codes are 0 when the mail is stored, 67 when no inbox has its addresses, and 75 when it
should be tried again later. The running server handles what is stored.

Examples:
  $ parley receive-mail support@acme.example < mail.eml
  in /etc/postfix/master.cf, after "parley unix - n n - - pipe":
    user=parley argv=/usr/local/bin/parley receive-mail \${recipient}`;

export const receiveMail = new Command('receive-mail')
  .description('Take a raw mail from standard input for the inboxes that it is addressed to.')
  .argument('[address...]', 'the addresses that it is for; by default those in its head')
  .addHelpText('after', NOTES)
  .action(async (addresses: string[], _options: object, command: Command) => {
    const bytes = await readInput();
    const inboxes = await withApp(command, async (app) => {
      const { keepMail } = await import('../../resources/provider_callbacks/keep-mail.ts');
      const { withSpooled } = await import('../../storage/with-spooled.ts');
      const { data_dir } = app.config;
      return withSpooled(data_dir, [[bytes]], ([path = '']) =>
        keepMail(app.tx(), data_dir, path, addresses, app.now()),
      );
    }).catch((error: Error) => {
      throw new Failure(error.message, { exitCode: LATER, cause: error });
    });
    if (inboxes === 0) throw new Failure('no inbox has the addresses of this mail', { exitCode: NO_USER });
    answer(command, { inboxes }, `The mail is stored for ${inboxes === 1 ? 'an inbox' : `${inboxes} inboxes`}.`);
  });

async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Failure(`the mail has more than ${MOST_BYTES} bytes`, { exitCode: 1 });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
