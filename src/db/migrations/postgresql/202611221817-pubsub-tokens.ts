import { Migration } from '@mikro-orm/migrations';

/** What contacts and users listen to the socket with, made for those that there are, too. */
export class Migration202611221817 extends Migration {
  override up(): void {
    this.addSql("alter table \"contact_inboxes\" add \"pubsub_token\" varchar(255) collate \"C\" not null default ''");
    this.addSql("update \"contact_inboxes\" set \"pubsub_token\" = replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')");
    this.addSql("create index \"contact_inboxes_pubsub_token_index\" on \"contact_inboxes\" (\"pubsub_token\")");
    this.addSql("alter table \"users\" add \"pubsub_secret\" varchar(255) collate \"C\" not null default ''");
    this.addSql("update \"users\" set \"pubsub_secret\" = replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')");
  }
}
