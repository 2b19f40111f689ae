import { Migration } from '@mikro-orm/migrations';

/** What accounts are connected to at providers, and the states of connecting that are used up. */
export class Migration202611230606 extends Migration {
  override up(): void {
    this.addSql("create table \"authorizations\" (\"id\" serial primary key, \"account_id\" int null, \"channel_id\" int null, \"provider\" varchar(255) collate \"C\" not null, \"sealed_tokens\" text collate \"C\" not null, \"details\" jsonb not null default '{}', \"reference_id\" varchar(255) collate \"C\" null, \"expires_at\" timestamptz(3) null, \"refresh_due_at\" timestamptz(3) null, \"leased_by\" varchar(255) collate \"C\" null, \"leased_until\" timestamptz(3) null, \"problem\" text collate \"C\" null, \"ended_at\" timestamptz(3) null, \"created_at\" timestamptz(3) not null, \"updated_at\" timestamptz(3) not null)");
    this.addSql("create index \"authorizations_account_id_index\" on \"authorizations\" (\"account_id\")");
    this.addSql("alter table \"authorizations\" add constraint \"authorizations_channel_id_unique\" unique (\"channel_id\")");
    this.addSql("create index \"authorizations_refresh_due_at_index\" on \"authorizations\" (\"refresh_due_at\")");
    this.addSql("create index \"authorizations_ended_at_index\" on \"authorizations\" (\"ended_at\")");
    this.addSql("create table \"used_states\" (\"id\" serial primary key, \"digest\" varchar(255) collate \"C\" not null, \"expires_at\" timestamptz(3) not null)");
    this.addSql("alter table \"used_states\" add constraint \"used_states_digest_unique\" unique (\"digest\")");
    this.addSql("create index \"used_states_expires_at_index\" on \"used_states\" (\"expires_at\")");
    this.addSql("alter table \"authorizations\" add constraint \"authorizations_account_id_foreign\" foreign key (\"account_id\") references \"accounts\" (\"id\") on delete set null");
    this.addSql("alter table \"authorizations\" add constraint \"authorizations_channel_id_foreign\" foreign key (\"channel_id\") references \"channels\" (\"id\") on delete set null");
  }
}
