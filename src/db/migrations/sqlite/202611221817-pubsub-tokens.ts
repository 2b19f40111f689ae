import { Migration } from '@mikro-orm/migrations';

/** What contacts and users listen to the socket with, made for those that there are, too. */
export class Migration202611221817 extends Migration {
  override up(): void {
    this.addSql("alter table `contact_inboxes` add column `pubsub_token` text not null default ''");
    this.addSql("update `contact_inboxes` set `pubsub_token` = lower(hex(randomblob(24)))");
    this.addSql("create index `contact_inboxes_pubsub_token_index` on `contact_inboxes` (`pubsub_token`)");
    this.addSql("alter table `users` add column `pubsub_secret` text not null default ''");
    this.addSql("update `users` set `pubsub_secret` = lower(hex(randomblob(24)))");
  }
}
