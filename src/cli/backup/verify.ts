import { Command } from 'commander';
import { answer } from '../answer.ts';
import { contentsInWords } from './in-words.ts';
import { readable } from './readable.ts';

const EXAMPLES = `
Reads all of it, and compares each part with its checksum, each row with its columns, and all with the counts at its end; and looks
whether each row and each file that a row names is there. A backup that is damaged, cut off, or lacks something ends with 1 and the
reason.

Example:
  $ parley backup verify /backup/parley.tar.zst`;

export const verify = new Command('verify')
  .description('Look whether a backup is whole, and what it has.')
  .argument('<file>', 'the backup')
  .addHelpText('after', EXAMPLES)
  .action(async (file: string, _options: object, command: Command) => {
    const { verifyBackup } = await import('../../backup/verify-backup.ts');
    const { header, ending } = await readable(file, () => verifyBackup(file));
    const document = {
      file,
      ok: true,
      created_at: header.created_at,
      version: header.version,
      database: header.database,
      has_key: header.has_key,
      rows: Object.fromEntries(ending.rows.map(({ table, count }) => [table, count])),
      files: ending.files,
      missing_files: ending.missing.count,
    };
    const key = header.has_key ? 'with' : 'without';
    const made = `made ${header.created_at} by Parley ${header.version}, of ${header.database}, ${key} the secret key`;
    answer(command, document, `${file} is whole\n${made}\n${contentsInWords(header, ending)}`);
  });
