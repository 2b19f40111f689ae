import { Migration } from '@mikro-orm/migrations';

/** The SAML providers of accounts, and the users who were signed in by one. */
export class Migration202611261223 extends Migration {
  override up(): void {
    this.addSql("create table \"saml_settings\" (\"id\" serial primary key, \"account_id\" int not null, \"sso_url\" text collate \"C\" not null, \"certificate\" text collate \"C\" not null, \"idp_entity_id\" text collate \"C\" not null, \"role_mappings\" jsonb not null, \"created_at\" timestamptz(3) not null, \"updated_at\" timestamptz(3) not null)");
    this.addSql("alter table \"saml_settings\" add constraint \"saml_settings_account_id_unique\" unique (\"account_id\")");
    this.addSql("create table \"saml_users\" (\"id\" serial primary key, \"user_id\" int not null, \"account_id\" int null, \"created_at\" timestamptz(3) not null)");
    this.addSql("alter table \"saml_users\" add constraint \"saml_users_user_id_unique\" unique (\"user_id\")");
    this.addSql("create index \"saml_users_account_id_index\" on \"saml_users\" (\"account_id\")");
    this.addSql("alter table \"saml_settings\" add constraint \"saml_settings_account_id_foreign\" foreign key (\"account_id\") references \"accounts\" (\"id\") on delete cascade");
    this.addSql("alter table \"saml_users\" add constraint \"saml_users_user_id_foreign\" foreign key (\"user_id\") references \"users\" (\"id\") on delete cascade");
    this.addSql("alter table \"saml_users\" add constraint \"saml_users_account_id_foreign\" foreign key (\"account_id\") references \"accounts\" (\"id\") on delete set null");
  }
}
