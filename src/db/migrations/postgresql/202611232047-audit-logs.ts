import { Migration } from '@mikro-orm/migrations';

/** audit-logs */
export class Migration202611232047 extends Migration {
  override up(): void {
    this.addSql("create table \"audit_logs\" (\"id\" serial primary key, \"account_id\" int null, \"auditable_type\" varchar(255) collate \"C\" not null, \"auditable_id\" int null, \"version\" int not null, \"action\" varchar(255) collate \"C\" not null, \"changes\" jsonb not null default '{}', \"user_type\" varchar(255) collate \"C\" null, \"user_id\" int null, \"username\" varchar(255) collate \"C\" null, \"comment\" varchar(255) collate \"C\" null, \"request_id\" varchar(255) collate \"C\" null, \"remote_address\" text collate \"C\" null, \"created_at\" timestamptz(3) not null)");
    this.addSql("create index \"audit_logs_created_at_index\" on \"audit_logs\" (\"created_at\")");
    this.addSql("create index \"audit_logs_account_id_id_index\" on \"audit_logs\" (\"account_id\", \"id\")");
    this.addSql("create index \"audit_logs_auditable_type_auditable_id_version_index\" on \"audit_logs\" (\"auditable_type\", \"auditable_id\", \"version\")");
    this.addSql("alter table \"audit_logs\" add constraint \"audit_logs_account_id_foreign\" foreign key (\"account_id\") references \"accounts\" (\"id\") on delete cascade");
  }
}
