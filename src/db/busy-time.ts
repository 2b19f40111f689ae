/** How long this process has had connections to the database in use, in milliseconds. */
export type BusyTime = {
  /** Of all connections of a pool together; SQLite has one, besides what is read in threads of their own. */
  ms: number;
};
