import { Migration } from '@mikro-orm/migrations';

/** What the OpenID Connect provider of the installation calls users. */
export class Migration202611261222 extends Migration {
  override up(): void {
    this.addSql("create table `identities` (`id` integer not null primary key autoincrement, `user_id` integer not null, `issuer` text not null, `subject` text not null, `created_at` datetime not null, constraint `identities_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)");
    this.addSql("create unique index `identities_user_id_issuer_unique` on `identities` (`user_id`, `issuer`)");
    this.addSql("create unique index `identities_subject_issuer_unique` on `identities` (`subject`, `issuer`)");
  }
}
