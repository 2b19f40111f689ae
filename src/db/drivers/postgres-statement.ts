import pg, { type Connection, type Submittable } from 'pg';
import type { Columns, RowReader, RowReaders } from './row-readers.ts';

/** What PostgreSQL has answered to a statement: its command ("INSERT"), the number of its rows (null = none), the rows. */
export type PostgresAnswer = { command: string; rowCount: number | null; rows: unknown[] };

/** The readers of the statements that a connection knows by name. */
export type NamedReaders = Map<string, RowReader>;

/** `first`: statements that are sent before it, whose rows are not read; where one fails, none that follows is run. */
export type Sent = { first: string[]; sql: string; parameters: readonly unknown[]; name: string | undefined };

/** The parts of pg that its types leave out. */
type OpenConnection = Connection & {
  /** The texts of statements by name: those that the connection knows, and those of which it has not answered yet. */
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
};
const { prepareValue } = (pg as typeof pg & { utils: { prepareValue(value: unknown): string | Buffer | null } }).utils;

const NO_ROWS: RowReader = () => null;

/**
 * A statement that pg's client sends, without waiting for the answers to earlier ones. All that are sent in one turn
 * leave in one piece. Unlike for pg's own `Query`, PostgreSQL describes the rows of a named statement only once on each
 * connection: describing and reading the description takes as long as reading the rows.
 */
export class PostgresStatement implements Submittable {
  readonly answer: Promise<PostgresAnswer>;
  readonly #sent: Sent;
  readonly #values: (string | Buffer | null)[];
  readonly #readers: RowReaders;
  readonly #named: NamedReaders;
  readonly #settle: { resolve(answer: PostgresAnswer): void; reject(error: unknown): void };
  #reader: RowReader | undefined;
  /** How many statements of `first` have not been answered. */
  #ahead = 0;
  #failure: unknown = null;
  #command = '';
  #rowCount: number | null = null;
  #rows: unknown[] = [];

  constructor(sent: Sent, readers: RowReaders, named: NamedReaders) {
    this.#sent = sent;
    this.#values = sent.parameters.map((value) => prepareValue(value));
    this.#readers = readers;
    this.#named = named;
    const { promise, ...settle } = Promise.withResolvers<PostgresAnswer>();
    this.answer = promise;
    this.#settle = settle;
  }

  /** By this and `text`, the client notes that the statement is known on the connection. */
  get name(): string | undefined {
    return this.#ahead === 0 ? this.#sent.name : undefined;
  }

  get text(): string {
    return this.#sent.sql;
  }

  /** The text, after the texts of the statements that are sent before it. */
  get wholeText(): string {
    return [...this.#sent.first, this.#sent.sql].join('; ');
  }

  submit(connection: Connection): null {
    const { first, sql, parameters, name } = this.#sent;
    const { stream } = connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    this.#ahead = first.length;
    if (name === undefined && parameters.length === 0) {
      // Such a text may hold several statements.
      connection.query([...first, sql].join('; '));
      return null;
    }
    for (const text of first) {
      connection.parse({ name: '', text, types: [] }, true);
      connection.bind({}, true);
      connection.execute({}, true);
    }
    this.#submitItself(connection as OpenConnection);
    connection.sync();
    return null;
  }

  #submitItself(connection: OpenConnection): void {
    const { sql } = this.#sent;
    let { name = '' } = this.#sent;
    const isKnown = name in connection.parsedStatements;
    // The same statement is on its way under this name, and may yet fail.
    if (name in connection.submittedNamedStatements) name = '';
    else if (name !== '' && !isKnown) connection.submittedNamedStatements[name] = sql;

    this.#reader = isKnown ? this.#named.get(name) : undefined;
    if (!isKnown) connection.parse({ name, text: sql, types: [] }, true);
    connection.bind({ statement: name, values: this.#values as string[] }, true);
    if (!this.#reader) connection.describe({ type: 'P' }, true);
    connection.execute({}, true);
  }

  handleRowDescription({ fields }: { fields: Columns }): void {
    if (this.#ahead > 0) return;
    this.#reader = this.#readers.of(fields);
    this.#rows = [];
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#ahead > 0) return;
    try {
      this.#rows.push(this.#reader?.(fields));
    } catch (error) {
      this.#failure ??= error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    if (this.#ahead > 0) {
      this.#ahead -= 1;
      return;
    }
    const count = Number(text.slice(text.lastIndexOf(' ') + 1));
    this.#command = text.split(' ', 1)[0] ?? '';
    this.#rowCount = Number.isNaN(count) ? null : count;
    if (this.#sent.name !== undefined) this.#named.set(this.#sent.name, this.#reader ?? NO_ROWS);
  }

  handleError(error: unknown, connection: Connection): void {
    delete (connection as OpenConnection).submittedNamedStatements[this.#sent.name ?? ''];
    this.#settle.reject(error);
  }

  handleReadyForQuery(): void {
    if (this.#failure !== null) this.#settle.reject(this.#failure);
    else this.#settle.resolve({ command: this.#command, rowCount: this.#rowCount, rows: this.#rows });
  }

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  handleCopyData(): void {}

  handleCopyInResponse(connection: Connection & { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('nothing to copy from');
  }
}
