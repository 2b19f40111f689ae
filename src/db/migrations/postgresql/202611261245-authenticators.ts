import { Migration } from '@mikro-orm/migrations';

/** The apps with which users make codes to sign in with. */
export class Migration202611261245 extends Migration {
  override up(): void {
    this.addSql("create table \"authenticators\" (\"id\" serial primary key, \"user_id\" int not null, \"sealed_secret\" text collate \"C\" not null, \"enabled_at\" timestamptz(3) null, \"last_step\" int not null default 0, \"backup_codes\" jsonb not null default '[]', \"failures\" int not null default 0, \"failing_since\" timestamptz(3) null, \"created_at\" timestamptz(3) not null, \"updated_at\" timestamptz(3) not null)");
    this.addSql("alter table \"authenticators\" add constraint \"authenticators_user_id_unique\" unique (\"user_id\")");
    this.addSql("alter table \"authenticators\" add constraint \"authenticators_user_id_foreign\" foreign key (\"user_id\") references \"users\" (\"id\") on delete cascade");
  }
}
