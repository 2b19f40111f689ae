/** The rows that `read` gives for `ids`, which it takes as a JSON array; without ids, none and no statement. */
export async function readByIds<Row>(ids: number[], read: (ids: string) => Promise<Row[]>): Promise<Row[]> {
  return ids.length > 0 ? read(JSON.stringify(ids)) : [];
}
