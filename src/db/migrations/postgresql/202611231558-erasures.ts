import { Migration } from '@mikro-orm/migrations';

/** erasures */
export class Migration202611231558 extends Migration {
  override up(): void {
    this.addSql("create table \"erasures\" (\"id\" serial primary key, \"account_id\" int not null, \"contact_id\" int not null, \"user_id\" int null, \"status\" varchar(255) collate \"C\" not null default 'running', \"sealed_subject\" text collate \"C\" null, \"counts\" jsonb not null default '{}', \"digest\" varchar(255) collate \"C\" null, \"requested_at\" timestamptz(3) not null, \"finished_at\" timestamptz(3) null)");
    this.addSql("create index \"erasures_account_id_id_index\" on \"erasures\" (\"account_id\", \"id\")");
    this.addSql("alter table \"contacts\" add \"former_ids\" jsonb not null default '[]'");
    this.addSql("alter table \"erasures\" add constraint \"erasures_account_id_foreign\" foreign key (\"account_id\") references \"accounts\" (\"id\") on delete cascade");
  }
}
