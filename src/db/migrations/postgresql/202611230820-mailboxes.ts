import { Migration } from '@mikro-orm/migrations';

/** The mailboxes that are read by IMAP; those that were set up before are read from now on. */
export class Migration202611230820 extends Migration {
  override up(): void {
    this.addSql("create table \"mailboxes\" (\"id\" serial primary key, \"channel_id\" int not null, \"uid_validity\" varchar(255) collate \"C\" null, \"last_uid\" double precision not null default 0, \"first_uid\" double precision not null default 0, \"since\" timestamptz(3) null, \"read_at\" timestamptz(3) null, \"due_at\" timestamptz(3) null, \"leased_by\" varchar(255) collate \"C\" null, \"failures\" int not null default 0, \"refusals\" int not null default 0)");
    this.addSql("alter table \"mailboxes\" add constraint \"mailboxes_channel_id_unique\" unique (\"channel_id\")");
    this.addSql("create index \"mailboxes_due_at_index\" on \"mailboxes\" (\"due_at\")");
    this.addSql("alter table \"mailboxes\" add constraint \"mailboxes_channel_id_foreign\" foreign key (\"channel_id\") references \"channels\" (\"id\") on delete cascade");
    this.addSql("insert into \"mailboxes\" (\"channel_id\", \"due_at\") select \"id\", now() from \"channels\" where \"type\" = 'email' and \"settings\" ->> 'imap_enabled' = 'true'");
  }
}
