import { Migration } from '@mikro-orm/migrations';

/** Until when users and contacts are online, in place of when contacts were last seen. */
export class Migration202611221856 extends Migration {
  override up(): void {
    this.addSql("create table `presences` (`id` integer not null primary key autoincrement, `account_id` integer not null, `user_id` integer null, `contact_id` integer null, `online_until` datetime not null, constraint `presences_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `presences_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade, constraint `presences_contact_id_foreign` foreign key (`contact_id`) references `contacts` (`id`) on delete cascade)");
    this.addSql("create index `presences_user_id_index` on `presences` (`user_id`)");
    this.addSql("create unique index `presences_contact_id_unique` on `presences` (`contact_id`)");
    this.addSql("create index `presences_account_id_online_until_index` on `presences` (`account_id`, `online_until`)");
    this.addSql("create unique index `presences_account_id_user_id_unique` on `presences` (`account_id`, `user_id`)");
    this.addSql("drop index `contacts_account_id_seen_at_id_index`");
    this.addSql("alter table `contacts` drop column `seen_at`");
  }
}
