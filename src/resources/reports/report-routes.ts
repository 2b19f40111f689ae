import type { AnyObjectSchema, InferType } from 'yup';
import { ok, written } from '../../http/routes/answer.ts';
import type { Asked, Routes } from '../../http/routes/route.ts';
import { csvText, type Table } from '../../csv/write-csv.ts';
import type { Shape, Shown } from '../../wire/shape.ts';
import { tableOfAnswer } from './csv.ts';

/** What a report is read from. */
export type ReportRequest<Query> = Omit<Asked, 'params'> & { query: Query };

/** A report: its description, query, answer and reader. */
type Report<Q extends AnyObjectSchema, S extends Shape> = {
  summary: string;
  description?: string;
  query: Q;
  shape: S;
  read: (request: ReportRequest<InferType<Q>>) => Promise<Shown<S>>;
  /** What its CSV file has; unless given, a line for each thing in its list. */
  table?: (answer: Shown<S>) => Table;
};

const permission = 'report:read';

/** Adds the report as JSON, and, at the same path with ".csv" at its end, as a CSV file. */
export function addReport<Q extends AnyObjectSchema, S extends Shape>(to: Routes, path: string, report: Report<Q, S>) {
  const { summary, description, query, shape, read, table = (answer) => tableOfAnswer(answer, shape) } = report;
  const more = description === undefined ? {} : { description };
  to.get(path, { permission, summary, ...more, query, answer: ok(shape as Shape<Shown<S>>) }, (request) =>
    read(request as unknown as ReportRequest<InferType<Q>>),
  );
  addFile(to, `${path}.csv`, {
    summary: `${summary}, as a CSV file`,
    query,
    read: async (request) => table(await read(request)),
  });
}

/** Adds a report that is a CSV file, under its path with ".csv" at the end and, as in Chatwoot, without. */
export function addTable<Q extends AnyObjectSchema>(to: Routes, path: string, table: CsvFile<Q>) {
  addFile(to, path, table);
  addFile(to, `${path}.csv`, { ...table, summary: `${table.summary}, at its other address` });
}

type CsvFile<Q extends AnyObjectSchema> = {
  summary: string;
  query: Q;
  read: (request: ReportRequest<InferType<Q>>) => Promise<Table>;
};

function addFile<Q extends AnyObjectSchema>(to: Routes, path: string, { summary, query, read }: CsvFile<Q>): void {
  const name =
    path
      .replace(/\.csv$/, '')
      .split('/')
      .findLast(Boolean) ?? 'report';
  const write = async (request: ReportRequest<InferType<Q>>) => {
    const text = await csvText(await read(request));
    request.ctx.attachment(`${name}.csv`);
    request.ctx.type = 'text/csv; charset=utf-8';
    request.ctx.body = text;
  };
  to.get(path, { permission, summary, query, answer: written('text/csv') }, (request) =>
    write(request as unknown as ReportRequest<InferType<Q>>),
  );
}
