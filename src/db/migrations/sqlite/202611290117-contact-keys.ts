import { Migration } from '@mikro-orm/migrations';

/** contact-keys */
export class Migration202611290117 extends Migration {
  override up(): void {
    this.addSql("create table `contact_keys` (`id` integer not null primary key autoincrement, `inbox_id` integer not null, `key` text not null, `contact_inbox_id` integer not null, constraint `contact_keys_contact_inbox_id_foreign` foreign key (`contact_inbox_id`) references `contact_inboxes` (`id`) on delete cascade)");
    this.addSql("create index `contact_keys_contact_inbox_id_index` on `contact_keys` (`contact_inbox_id`)");
    this.addSql("create unique index `contact_keys_inbox_id_key_unique` on `contact_keys` (`inbox_id`, `key`)");
  }
}
