import { Migration } from '@mikro-orm/migrations';

/** Macros, and actions on many conversations or contacts. */
export class Migration202611221841 extends Migration {
  override up(): void {
    this.addSql("create table \"macros\" (\"id\" serial primary key, \"account_id\" int not null, \"name\" varchar(255) collate \"C\" not null, \"visibility\" varchar(255) collate \"C\" not null default 'personal', \"created_by_id\" int null, \"updated_by_id\" int null, \"actions\" jsonb not null, \"created_at\" timestamptz(3) not null, \"updated_at\" timestamptz(3) not null)");
    this.addSql("create index \"macros_account_id_index\" on \"macros\" (\"account_id\")");
    this.addSql("create index \"macros_created_by_id_index\" on \"macros\" (\"created_by_id\")");
    this.addSql("create index \"macros_updated_by_id_index\" on \"macros\" (\"updated_by_id\")");
    this.addSql("create table \"bulk_actions\" (\"id\" serial primary key, \"account_id\" int not null, \"user_id\" int not null, \"type\" varchar(255) collate \"C\" not null, \"task\" jsonb not null, \"status\" varchar(255) collate \"C\" not null default 'queued', \"total\" int not null, \"done_count\" int not null default 0, \"failed_count\" int not null default 0, \"errors\" jsonb not null default '[]', \"position\" int not null default 0, \"step\" int not null default 0, \"has_failed\" boolean not null default false, \"created_at\" timestamptz(3) not null, \"finished_at\" timestamptz(3) null)");
    this.addSql("create index \"bulk_actions_user_id_index\" on \"bulk_actions\" (\"user_id\")");
    this.addSql("create index \"bulk_actions_finished_at_index\" on \"bulk_actions\" (\"finished_at\")");
    this.addSql("create index \"bulk_actions_account_id_user_id_id_index\" on \"bulk_actions\" (\"account_id\", \"user_id\", \"id\")");
    this.addSql("alter table \"blobs\" add \"macro_id\" int null");
    this.addSql("alter table \"blobs\" add constraint \"blobs_macro_id_foreign\" foreign key (\"macro_id\") references \"macros\" (\"id\") on delete set null");
    this.addSql("create index \"blobs_macro_id_index\" on \"blobs\" (\"macro_id\")");
    this.addSql("alter table \"macros\" add constraint \"macros_account_id_foreign\" foreign key (\"account_id\") references \"accounts\" (\"id\") on delete cascade");
    this.addSql("alter table \"macros\" add constraint \"macros_created_by_id_foreign\" foreign key (\"created_by_id\") references \"users\" (\"id\") on delete set null");
    this.addSql("alter table \"macros\" add constraint \"macros_updated_by_id_foreign\" foreign key (\"updated_by_id\") references \"users\" (\"id\") on delete set null");
    this.addSql("alter table \"bulk_actions\" add constraint \"bulk_actions_account_id_foreign\" foreign key (\"account_id\") references \"accounts\" (\"id\") on delete cascade");
    this.addSql("alter table \"bulk_actions\" add constraint \"bulk_actions_user_id_foreign\" foreign key (\"user_id\") references \"users\" (\"id\") on delete cascade");
  }
}
