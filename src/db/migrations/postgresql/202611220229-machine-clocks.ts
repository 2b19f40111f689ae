import { Migration } from '@mikro-orm/migrations';

/** How each machine's wall clock stood when due times were last written, to notice that it was set. */
export class Migration202611220229 extends Migration {
  override up(): void {
    this.addSql("create table \"machine_clocks\" (\"boot_id\" varchar(255) collate \"C\" not null, \"started_at\" timestamptz(3) not null, primary key (\"boot_id\"))");
  }
}
