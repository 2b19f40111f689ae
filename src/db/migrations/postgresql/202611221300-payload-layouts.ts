import { Migration } from '@mikro-orm/migrations';

/** The layouts that payloads of events have in common. Earlier events stay whole, so that none is written again. */
export class Migration202611221300 extends Migration {
  override up(): void {
    this.addSql("create table \"payload_layouts\" (\"id\" serial primary key, \"digest\" varchar(255) collate \"C\" not null, \"layout\" text collate \"C\" not null)");
    this.addSql("alter table \"payload_layouts\" add constraint \"payload_layouts_digest_unique\" unique (\"digest\")");
    this.addSql("alter table \"events\" add column \"layout_id\" int null");
  }
}
