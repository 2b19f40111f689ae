import {
  ColumnNode,
  type CompiledQuery,
  type DeleteQueryNode,
  type InsertQueryNode,
  type OperationNode,
  TableNode,
  type UpdateQueryNode,
} from 'kysely';
import type { Tables } from '../database.ts';
import { AUDITED, type AuditRule } from './rules.ts';

type WriteNode = InsertQueryNode | UpdateQueryNode | DeleteQueryNode;

/** A statement that writes rows which are audited. */
export type Write<Node extends WriteNode = WriteNode> = { node: Node; table: keyof Tables; rule: AuditRule };

/** What the statement writes that is audited; null = nothing. */
export function auditedWrite({ query }: CompiledQuery): Write | null {
  const node = query as OperationNode;
  if (!isWrite(node)) return null;
  const table = tableOf(node);
  const rule = table === null ? undefined : AUDITED[table];
  if (table === null || rule === undefined || typeof rule === 'string') return null;
  return node.kind === 'UpdateQueryNode' && setsOnly(node, rule.ignores) ? null : { node, table, rule };
}

function isWrite(node: OperationNode): node is WriteNode {
  return node.kind === 'InsertQueryNode' || node.kind === 'UpdateQueryNode' || node.kind === 'DeleteQueryNode';
}

function tableOf(node: WriteNode): keyof Tables | null {
  const table =
    node.kind === 'InsertQueryNode' ? node.into : node.kind === 'UpdateQueryNode' ? node.table : node.from.froms[0];
  return table && TableNode.is(table) ? (table.table.identifier.name as keyof Tables) : null;
}

/** Whether the statement changes no other columns than these: hot statements do. */
function setsOnly({ updates = [] }: UpdateQueryNode, ignored: readonly string[]): boolean {
  return updates.every(({ column }) => ColumnNode.is(column) && ignored.includes(column.column.name));
}
