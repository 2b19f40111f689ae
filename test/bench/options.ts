import { parseArgs } from 'node:util';

const BENCHES = [
  'large',
  'deliveries',
  'csv',
  'sockets',
  'mails',
  'large-mails',
  'soak',
  'widget',
  'console',
  'backup',
  'reports',
  'rules',
  'postgres',
  'against',
] as const;

export type Options = {
  bench: 'standard' | (typeof BENCHES)[number];
  /** The commit to compare with. */
  commit: string;
  postgres: boolean;
  rows: string[] | null;
  seconds: number;
  rounds: number;
  /** How many a large database has, and of everything else in proportion; or how many mails are read. */
  messages: number;
  /** For how long the soak goes on. */
  minutes: number;
};

const USAGE = `npm run bench [-- OPTIONS]

One of these, or none for the built binary beside a bare server:
  --large            a small database beside a large one
  --deliveries       webhooks
  --csv              imports and exports of contacts
  --sockets          idle sockets, and messages to sockets
  --mails            mailboxes that are read by IMAP, beside new messages
  --large-mails      the memory after three mails of 30 MB
  --soak             everything at a third of the possible load, for an hour
  --widget           the widget in a website, in a browser
  --console          starts of the console beside lists, and the console in a browser
  --reports          each report on a year of a large database, on SQLite and on PostgreSQL
  --rules            new messages with automation rules that look at them
  --backup           a backup of a large database, beside new messages, and its restore
  --postgres         on PostgreSQL
  --against COMMIT   beside the binary of another commit; with --postgres, on PostgreSQL

  --rows A,B         only these rows; "create" means "create-4" and so on, too
  --seconds N        for how long each row is measured in a round (3)
  --rounds N         how often (3)
  --messages N       in the large database of --large, --reports and --backup (2000000), or mails of --mails (20000)
  --minutes N        for how long --soak goes on (60)
`;

/** What the arguments ask for. Ends the process with the list of options where they are wrong. */
export function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        large: { type: 'boolean', default: false },
        deliveries: { type: 'boolean', default: false },
        csv: { type: 'boolean', default: false },
        sockets: { type: 'boolean', default: false },
        mails: { type: 'boolean', default: false },
        'large-mails': { type: 'boolean', default: false },
        soak: { type: 'boolean', default: false },
        widget: { type: 'boolean', default: false },
        console: { type: 'boolean', default: false },
        backup: { type: 'boolean', default: false },
        reports: { type: 'boolean', default: false },
        rules: { type: 'boolean', default: false },
        postgres: { type: 'boolean', default: false },
        against: { type: 'string' },
        rows: { type: 'string' },
        seconds: { type: 'string', default: '3' },
        rounds: { type: 'string', default: '3' },
        messages: { type: 'string' },
        minutes: { type: 'string', default: '60' },
      },
    });
    const asked = BENCHES.filter((bench) =>
      bench === 'postgres' ? values.postgres && values.against === undefined : values[bench],
    );
    if (asked.length > 1) throw new Error(`--${asked.join(' and --')} are different benches`);
    return {
      bench: asked[0] ?? 'standard',
      commit: values.against ?? '',
      postgres: values.postgres,
      rows: values.rows?.split(',') ?? null,
      seconds: positive('seconds', values.seconds),
      rounds: positive('rounds', values.rounds),
      messages: positive('messages', values.messages ?? (values.mails ? '20000' : '2000000')),
      minutes: positive('minutes', values.minutes),
    };
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number from 1`);
  return value;
}

/** Those of the rows that are asked for. Ends the process with the list of rows when one is not there. */
export function chosen<Row extends { key: string }>(rows: Row[], asked: string[] | null): Row[] {
  if (asked === null) return rows;
  const isAsked = (key: string, name: string) => key === name || key.startsWith(`${name}-`);
  const unknown = asked.find((name) => !rows.some(({ key }) => isAsked(key, name)));
  if (unknown !== undefined) refuse(`no row "${unknown}"; there are ${rows.map(({ key }) => key).join(', ')}`);
  return rows.filter(({ key }) => asked.some((name) => isAsked(key, name)));
}
