import { Migration } from '@mikro-orm/migrations';

/** What reading events needs: whose they are, in an index, and up to which number they have been deleted. */
export class Migration202611221822 extends Migration {
  override up(): void {
    this.addSql("create table \"forgotten_events\" (\"account_id\" int not null, \"up_to\" int not null, primary key (\"account_id\"))");
    this.addSql("alter table \"events\" add \"inbox_id\" int null");
    this.addSql("create index \"events_account_id_id_index\" on \"events\" (\"account_id\", \"id\")");
    // Which accounts had the events before the oldest one is not known.
    this.addSql("insert into forgotten_events (account_id, up_to) select a.id, e.oldest - 1 from accounts a cross join (select min(id) as oldest from events) e where e.oldest > 1");
  }
}
