import { Migration } from '@mikro-orm/migrations';

/** Stores when each machine started by its wall clock, to notice that the clock was set. */
export class Migration202611220229 extends Migration {
  override up(): void {
    this.addSql("create table `machine_clocks` (`boot_id` text not null primary key, `started_at` datetime not null)");
  }
}
