/** The rows of `read` for `ids` as a JSON array; [] without a statement for no ids. */
export async function readByIds<Row>(ids: number[], read: (ids: string) => Promise<Row[]>): Promise<Row[]> {
  return ids.length > 0 ? read(JSON.stringify(ids)) : [];
}
