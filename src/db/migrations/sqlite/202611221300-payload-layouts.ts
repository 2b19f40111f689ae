import { Migration } from '@mikro-orm/migrations';

/** The layouts that payloads of events have in common. Earlier events stay whole, so that none is written again. */
export class Migration202611221300 extends Migration {
  override up(): void {
    this.addSql("create table `payload_layouts` (`id` integer not null primary key autoincrement, `digest` text not null, `layout` text not null)");
    this.addSql("create unique index `payload_layouts_digest_unique` on `payload_layouts` (`digest`)");
    this.addSql("alter table `events` add column `layout_id` integer null");
  }
}
