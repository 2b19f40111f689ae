import { Migration } from '@mikro-orm/migrations';

/** What accounts are connected to at providers, and the states of connecting that are used up. */
export class Migration202611230606 extends Migration {
  override up(): void {
    this.addSql("create table `authorizations` (`id` integer not null primary key autoincrement, `account_id` integer null, `channel_id` integer null, `provider` text not null, `sealed_tokens` text not null, `details` json not null default '{}', `reference_id` text null, `expires_at` datetime null, `refresh_due_at` datetime null, `leased_by` text null, `leased_until` datetime null, `problem` text null, `ended_at` datetime null, `created_at` datetime not null, `updated_at` datetime not null, constraint `authorizations_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete set null, constraint `authorizations_channel_id_foreign` foreign key (`channel_id`) references `channels` (`id`) on delete set null)");
    this.addSql("create index `authorizations_account_id_index` on `authorizations` (`account_id`)");
    this.addSql("create unique index `authorizations_channel_id_unique` on `authorizations` (`channel_id`)");
    this.addSql("create index `authorizations_refresh_due_at_index` on `authorizations` (`refresh_due_at`)");
    this.addSql("create index `authorizations_ended_at_index` on `authorizations` (`ended_at`)");
    this.addSql("create table `used_states` (`id` integer not null primary key autoincrement, `digest` text not null, `expires_at` datetime not null)");
    this.addSql("create unique index `used_states_digest_unique` on `used_states` (`digest`)");
    this.addSql("create index `used_states_expires_at_index` on `used_states` (`expires_at`)");
  }
}
