import type { Tx } from '../../db/tx.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';
import { withRowLock } from '../../db/dialect.ts';
import type { Member, UserRecord } from '../../records/user.ts';
import { readAssignees } from '../../records/read-agents.ts';
import { type BlobRow, findBlobsOfMacros } from '../../storage/blobs.ts';

export type MacroRow = Awaited<ReturnType<typeof readMacro>>;

/** A macro with its authors and files. */
export type ShownMacro = MacroRow & {
  createdBy: UserRecord | null;
  updatedBy: UserRecord | null;
  files: (BlobRow & { macroId: number | null })[];
};

/** The macros that the user sees, by id: those for all, and their own; one page, or all with `page` null. */
export async function listMacros(tx: Tx, reader: Member, page: Rows | null): Promise<ShownMacro[]> {
  return complete(tx, reader.accountId, await paged(seenBy(tx, reader).orderBy('id'), page).execute());
}

/** The macro with this id, if the user sees it. */
export function findMacro(tx: Tx, reader: Member, id: number): Promise<MacroRow | undefined> {
  return seenBy(tx, reader).where('id', '=', id).executeTakeFirst();
}

/** The same, locked until the end of the transaction. */
export function lockMacro(tx: Tx, reader: Member, id: number): Promise<MacroRow | undefined> {
  return withRowLock(tx, seenBy(tx, reader).where('id', '=', id)).executeTakeFirst();
}

/** The macro with this id, which must exist. */
export function readMacro(tx: Tx, id: number) {
  return selectMacros(tx).where('id', '=', id).executeTakeFirstOrThrow();
}

/** The macro with the further values of answers. */
export async function completeMacro(tx: Tx, macro: MacroRow): Promise<ShownMacro> {
  const [shown] = await complete(tx, macro.accountId, [macro]);
  return shown as ShownMacro;
}

async function complete(tx: Tx, accountId: number, macros: MacroRow[]): Promise<ShownMacro[]> {
  if (macros.length === 0) return [];
  const authorIds = macros.flatMap(({ createdById, updatedById }) => [createdById, updatedById]);
  const [users, files] = await tx.together((tx) => [
    readAssignees(
      tx,
      authorIds.filter((id) => id !== null),
      accountId,
    ),
    findBlobsOfMacros(
      tx,
      macros.map(({ id }) => id),
    ),
  ]);
  const userOf = (id: number | null) => users.find((user) => user.id === id) ?? null;
  return macros.map((macro) => ({
    ...macro,
    createdBy: userOf(macro.createdById),
    updatedBy: userOf(macro.updatedById),
    files: files.filter(({ macroId }) => macroId === macro.id),
  }));
}

function seenBy(tx: Tx, { accountId, userId }: Member) {
  return selectMacros(tx)
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('visibility', '=', 'global'), eb('created_by_id', '=', userId)]));
}

function selectMacros(tx: Tx) {
  return tx.db
    .selectFrom('macros')
    .select([
      'id',
      'account_id as accountId',
      'name',
      'visibility',
      'actions',
      'created_by_id as createdById',
      'updated_by_id as updatedById',
    ]);
}
