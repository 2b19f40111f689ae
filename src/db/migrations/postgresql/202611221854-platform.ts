import { Migration } from '@mikro-orm/migrations';

/** Links to sign in with, tokens that platform apps give to users, and features and deletion of accounts. */
export class Migration202611221854 extends Migration {
  override up(): void {
    this.addSql("create table \"login_links\" (\"id\" serial primary key, \"user_id\" int not null, \"digest\" varchar(255) collate \"C\" not null, \"expires_at\" timestamptz(3) not null, \"created_at\" timestamptz(3) not null)");
    this.addSql("create index \"login_links_user_id_index\" on \"login_links\" (\"user_id\")");
    this.addSql("alter table \"login_links\" add constraint \"login_links_digest_unique\" unique (\"digest\")");
    this.addSql("create index \"login_links_expires_at_index\" on \"login_links\" (\"expires_at\")");
    this.addSql("alter table \"access_tokens\" add \"platform_app_id\" int null");
    this.addSql("alter table \"accounts\" add \"features\" jsonb not null default '{}', add \"deleted_at\" timestamptz(3) null");
    this.addSql("alter table \"login_links\" add constraint \"login_links_user_id_foreign\" foreign key (\"user_id\") references \"users\" (\"id\") on delete cascade");
  }
}
