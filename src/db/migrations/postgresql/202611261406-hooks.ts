import { Migration } from '@mikro-orm/migrations';

/** What accounts use of other services: settings of their own, and the connections that there are, with the same ids. */
export class Migration202611261406 extends Migration {
  override up(): void {
    this.addSql("create table \"hooks\" (\"id\" serial primary key, \"account_id\" int not null, \"app_id\" varchar(255) collate \"C\" not null, \"authorization_id\" int null, \"enabled\" boolean not null default true, \"settings\" jsonb not null default '{}', \"sealed_settings\" text collate \"C\" null, \"created_at\" timestamptz(3) not null, \"updated_at\" timestamptz(3) not null)");
    this.addSql("alter table \"hooks\" add constraint \"hooks_authorization_id_unique\" unique (\"authorization_id\")");
    this.addSql("alter table \"hooks\" add constraint \"hooks_account_id_app_id_unique\" unique (\"account_id\", \"app_id\")");
    this.addSql("alter table \"hooks\" add constraint \"hooks_account_id_foreign\" foreign key (\"account_id\") references \"accounts\" (\"id\") on delete cascade");
    this.addSql("alter table \"hooks\" add constraint \"hooks_authorization_id_foreign\" foreign key (\"authorization_id\") references \"authorizations\" (\"id\") on delete cascade");
    this.addSql('insert into hooks (id, account_id, app_id, authorization_id, created_at, updated_at) select id, account_id, provider, id, created_at, updated_at from authorizations where channel_id is null and ended_at is null and account_id is not null');
    this.addSql("select setval(pg_get_serial_sequence('hooks', 'id'), max(id)) from hooks having max(id) is not null");
  }
}
