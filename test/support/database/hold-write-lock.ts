import Database from 'better-sqlite3';

/** Another program: takes the write lock of a SQLite file, says so, and keeps it until its standard input ends. */
const database = new Database(process.argv[2], { timeout: 30_000 });
database.exec('begin immediate');
process.stdout.write('held\n');
process.stdin.resume().once('end', () => {
  database.exec('rollback');
  database.close();
});
