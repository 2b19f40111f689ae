import {
  type CompiledQuery,
  type DeleteQueryNode,
  InsertQueryNode,
  type OperationNode,
  type QueryResult,
  ReturningNode,
  SelectionNode,
  sql,
  type SqlBool,
  TableNode,
  type UpdateQueryNode,
} from 'kysely';
import type { Db } from '../database.ts';
import { inList } from '../in-list.ts';
import type { Author } from './author.ts';
import { namesIn } from './author-names.ts';
import { changeOf } from './changes.ts';
import type { Row } from './whose.ts';
import { writeChange } from './write-entry.ts';
import type { Write } from './written.ts';

/** The name under which an insert gives the row keys. */
const KEY = 'audited_id';

/** The transaction in which the statement runs; what it runs itself is not audited. */
type Transaction = {
  db: Db;
  isPostgres: boolean;
  execute<R>(query: CompiledQuery<R>): Promise<QueryResult<R>>;
};

/** The result of a statement, and its rows before and after it. */
type Done<R> = { result: QueryResult<R>; before: readonly Row[]; after: readonly Row[] };

/**
 * Runs a statement that writes audited rows, and writes their changes to the log, by reading them before and after. On
 * PostgreSQL they are locked meanwhile, so that concurrent changes by others are logged only as theirs.
 */
export async function runAudited<R>(
  tx: Transaction,
  author: Author,
  { table, rule, node }: Write,
  query: CompiledQuery<R>,
): Promise<QueryResult<R>> {
  const { result, before, after } = await run(tx, table, node, query);
  const by = { author, nameOf: namesIn(tx.db) };
  for (const [was, is] of pairsOf(before, after)) {
    const change = changeOf(table, rule, was, is);
    if (change) await writeChange(tx.db, by, rule, change);
  }
  return result;
}

async function run<R>(
  tx: Transaction,
  table: Write['table'],
  node: Write['node'],
  query: CompiledQuery<R>,
): Promise<Done<R>> {
  if (node.kind === 'InsertQueryNode') {
    const { result, ids } = await insert(tx, node, query);
    return { result, before: [], after: await rowsWith(tx, table, ids) };
  }
  if (node.kind === 'DeleteQueryNode' && tx.isPostgres) return remove(tx, table, node, query);
  const before = await rowsBefore(tx, table, node);
  const result = await tx.execute(query);
  return { result, before, after: node.kind === 'DeleteQueryNode' ? [] : await rowsWith(tx, table, before) };
}

async function rowsBefore(
  { db, isPostgres }: Transaction,
  table: Write['table'],
  { where: node }: UpdateQueryNode | DeleteQueryNode,
): Promise<Row[]> {
  const all = db
    .selectFrom(table)
    .selectAll()
    .orderBy('id' as never);
  const rows = node ? all.where(conditionOf(node.where)) : all;
  return (isPostgres ? rows.forNoKeyUpdate() : rows).execute();
}

/** The condition of a statement, for another one. */
function conditionOf(node: OperationNode) {
  return { expressionType: undefined as SqlBool | undefined, toOperationNode: () => node };
}

async function rowsWith(tx: Transaction, table: Write['table'], of: readonly Row[]): Promise<Row[]> {
  if (of.length === 0) return [];
  const ids = JSON.stringify(of.map(({ id }) => id));
  return tx.db
    .selectFrom(table)
    .selectAll()
    .where(inList(tx, 'id', ids))
    .orderBy('id' as never)
    .execute();
}

/** Deletes on PostgreSQL, where another transaction may add rows first; the deleted rows are returned. */
async function remove<R>(
  tx: Transaction,
  table: Write['table'],
  node: DeleteQueryNode,
  query: CompiledQuery<R>,
): Promise<Done<R>> {
  const all = SelectionNode.createSelectAllFromTable(TableNode.create(table));
  const returning = ReturningNode.create([all, ...(node.returning?.selections ?? [])]);
  const compiled = tx.db.getExecutor().compileQuery<R & Row>({ ...node, returning }, query.queryId);
  const { rows, ...result } = await tx.execute(compiled);
  // Where the statement asks for some columns, it gets the others too.
  const given = { ...result, numAffectedRows: BigInt(rows.length), rows: node.returning ? rows : [] };
  return { result: given, before: rows.toSorted((one, other) => Number(one['id']) - Number(other['id'])), after: [] };
}

/**
 * Inserts, and tells the keys of the new rows.
 * @throws Error for an upsert, which does not tell what was there before
 */
async function insert<R>(tx: Transaction, node: InsertQueryNode, query: CompiledQuery<R>) {
  if (node.onConflict?.updates) throw new Error(`an audited table needs an insert or an update: ${query.sql}`);
  const key = sql.ref('id').as(KEY).toOperationNode();
  const returning = ReturningNode.create([
    ...(node.returning?.selections ?? []),
    { kind: 'SelectionNode', selection: key },
  ]);
  const telling = InsertQueryNode.cloneWith(node, { returning });
  const compiled = tx.db.getExecutor().compileQuery<R>(telling, query.queryId);
  const { rows, ...result } = await tx.execute<R & Record<typeof KEY, number>>(compiled as never);
  const kept = rows.map(({ [KEY]: _, ...row }) => row as R);
  return {
    ids: rows.map((row) => ({ id: row[KEY] })),
    result: { ...result, numAffectedRows: BigInt(rows.length), rows: node.returning ? kept : [] },
  };
}

/** Each row before and after; null = absent. */
function pairsOf(before: readonly Row[], after: readonly Row[]): [Row | null, Row | null][] {
  const now = new Map(after.map((row) => [row['id'], row]));
  const known = new Set(before.map(({ id }) => id));
  const fresh = after.filter(({ id }) => !known.has(id));
  return [
    ...before.map((row): [Row, Row | null] => [row, now.get(row['id']) ?? null]),
    ...fresh.map((row): [null, Row] => [null, row]),
  ];
}
