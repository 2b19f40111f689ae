/**
 * Measures the built binary, and prints tables in Markdown:
 *   npm run build && npm run bench
 * README.md says what each option (options.ts) measures. Figures depend on the machine and the hour; ratios say more.
 */
import { existsSync } from 'node:fs';
import { type Options, readOptions } from './options.ts';
import { BINARY } from './support/processes.ts';

const options = readOptions();
if (!existsSync(BINARY.command)) throw new Error('dist/parley is missing: run "npm run build" first');
await run(options);
process.exit();

async function run(options: Options): Promise<void> {
  switch (options.bench) {
    case 'standard':
      return (await import('./standard.ts')).benchStandard(options);
    case 'against':
      return (await import('./against.ts')).benchAgainst(options);
    case 'large':
      return (await import('./large.ts')).benchLarge(options);
    case 'deliveries':
      return (await import('./deliveries.ts')).benchDeliveries(BINARY);
    case 'csv':
      return (await import('./csv.ts')).benchCsv(BINARY);
    case 'sockets':
      return (await import('./sockets.ts')).benchSockets(BINARY);
    case 'mails':
      return (await import('./mails.ts')).benchMails(BINARY, options.messages);
    case 'large-mails':
      return (await import('./large-mails.ts')).benchLargeMails(BINARY);
    case 'soak':
      return (await import('./soak.ts')).benchSoak(BINARY, options.minutes);
    case 'widget':
      return (await import('./widget/widget.ts')).benchWidget(BINARY, options);
    case 'console':
      return (await import('./console/console.ts')).benchConsole(BINARY, options);
    case 'backup':
      return (await import('./backup.ts')).benchBackup(options);
    case 'reports':
      return (await import('./reports.ts')).benchReports(options);
    case 'rules':
      return (await import('./rules.ts')).benchRules(options);
    case 'postgres':
      return (await import('./postgres.ts')).benchPostgres(options);
  }
}
