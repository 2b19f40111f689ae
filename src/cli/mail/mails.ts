import { join } from 'node:path';
import { Command } from 'commander';
import { answer, onOneLine } from '../answer.ts';
import { Failure } from '../failure.ts';
import { withApp } from '../open.ts';
import type { KeptMail } from './kept-mails.ts';

const EXAMPLES = `
Without mail.smtp_url, each mail is kept in the folder outbox of the data directory, and is not sent later.

Examples:
  $ parley mails
  $ parley mails last
  $ parley mails job-12-1764384000000 --json`;

export const mails = new Command('mails')
  .description('List the mails that are kept because no mail server is set, or print one.')
  .argument('[mail]', 'the name of the mail that is printed, as the list has it, or "last"')
  .addHelpText('after', EXAMPLES)
  .action(async (name: string | undefined, _options: object, command: Command) => {
    await withApp(command, async (app) => {
      const { listKeptMails, readKeptMail } = await import('./kept-mails.ts');
      const folder = join(app.config.data_dir, 'outbox');
      const names = await listKeptMails(folder);
      if (name === undefined) {
        const documents: Omit<KeptMail, 'text'>[] = [];
        // One after the other: years of mails would be too many open files.
        for (const each of names) {
          const { text: _, ...head } = await readKeptMail(folder, each);
          documents.push(head);
        }
        return answer(command, documents, documents.map(lineOf).join('\n') || 'There is no kept mail.');
      }
      const wanted = name === 'last' ? names.at(-1) : names.find((each) => each === name);
      if (wanted === undefined) throw new Failure(`there is no kept mail "${name}": "parley mails" lists them`);
      const mail = await readKeptMail(folder, wanted);
      answer(command, mail, inWords(mail));
    });
  });

const lineOf = ({ name, date, to, subject }: Omit<KeptMail, 'text'>) =>
  onOneLine(`${name}  ${date ?? ''}  ${to.join(', ')}  ${subject}`);

function inWords({ date, from, to, subject, text }: KeptMail): string {
  const head = [`Date     ${date ?? ''}`, `From     ${from}`, `To       ${to.join(', ')}`, `Subject  ${subject}`];
  return `${head.map(onOneLine).join('\n')}\n\n${text.trimEnd()}`;
}
