import { Migration } from '@mikro-orm/migrations';

/** Until when users and contacts are online, in place of when contacts were last seen. */
export class Migration202611221856 extends Migration {
  override up(): void {
    this.addSql("create table \"presences\" (\"id\" serial primary key, \"account_id\" int not null, \"user_id\" int null, \"contact_id\" int null, \"online_until\" timestamptz(3) not null)");
    this.addSql("create index \"presences_user_id_index\" on \"presences\" (\"user_id\")");
    this.addSql("alter table \"presences\" add constraint \"presences_contact_id_unique\" unique (\"contact_id\")");
    this.addSql("create index \"presences_account_id_online_until_index\" on \"presences\" (\"account_id\", \"online_until\")");
    this.addSql("alter table \"presences\" add constraint \"presences_account_id_user_id_unique\" unique (\"account_id\", \"user_id\")");
    this.addSql("drop index \"contacts_account_id_seen_at_id_index\"");
    this.addSql("alter table \"contacts\" drop column \"seen_at\"");
    this.addSql("alter table \"presences\" add constraint \"presences_account_id_foreign\" foreign key (\"account_id\") references \"accounts\" (\"id\") on delete cascade");
    this.addSql("alter table \"presences\" add constraint \"presences_user_id_foreign\" foreign key (\"user_id\") references \"users\" (\"id\") on delete cascade");
    this.addSql("alter table \"presences\" add constraint \"presences_contact_id_foreign\" foreign key (\"contact_id\") references \"contacts\" (\"id\") on delete cascade");
  }
}
