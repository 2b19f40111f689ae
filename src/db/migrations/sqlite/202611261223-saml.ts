import { Migration } from '@mikro-orm/migrations';

/** The SAML providers of accounts, and the users who were signed in by one. */
export class Migration202611261223 extends Migration {
  override up(): void {
    this.addSql("create table `saml_settings` (`id` integer not null primary key autoincrement, `account_id` integer not null, `sso_url` text not null, `certificate` text not null, `idp_entity_id` text not null, `role_mappings` json not null, `created_at` datetime not null, `updated_at` datetime not null, constraint `saml_settings_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)");
    this.addSql("create unique index `saml_settings_account_id_unique` on `saml_settings` (`account_id`)");
    this.addSql("create table `saml_users` (`id` integer not null primary key autoincrement, `user_id` integer not null, `account_id` integer null, `created_at` datetime not null, constraint `saml_users_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade, constraint `saml_users_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete set null)");
    this.addSql("create unique index `saml_users_user_id_unique` on `saml_users` (`user_id`)");
    this.addSql("create index `saml_users_account_id_index` on `saml_users` (`account_id`)");
  }
}
