import { Migration } from '@mikro-orm/migrations';

/** What members are notified of, what they want to be notified of, and where push messages go. */
export class Migration202611221824 extends Migration {
  override up(): void {
    this.addSql("create table \"push_keys\" (\"id\" int not null, \"public_key\" varchar(255) collate \"C\" not null, \"sealed_private_key\" text collate \"C\" not null, \"created_at\" timestamptz(3) not null, primary key (\"id\"))");
    this.addSql("create table \"notification_subscriptions\" (\"id\" serial primary key, \"user_id\" int not null, \"subscription_type\" varchar(255) collate \"C\" not null, \"identifier_digest\" varchar(255) collate \"C\" not null, \"push_token_digest\" varchar(255) collate \"C\" null, \"sealed_attributes\" text collate \"C\" not null, \"created_at\" timestamptz(3) not null, \"updated_at\" timestamptz(3) not null)");
    this.addSql("create index \"notification_subscriptions_user_id_index\" on \"notification_subscriptions\" (\"user_id\")");
    this.addSql("alter table \"notification_subscriptions\" add constraint \"notification_subscriptions_identifier_digest_unique\" unique (\"identifier_digest\")");
    this.addSql("create index \"notification_subscriptions_push_token_digest_index\" on \"notification_subscriptions\" (\"push_token_digest\")");
    this.addSql("create table \"notifications\" (\"id\" serial primary key, \"account_id\" int not null, \"user_id\" int not null, \"conversation_id\" int not null, \"type\" varchar(255) collate \"C\" not null, \"secondary_actor_type\" varchar(255) collate \"C\" null, \"secondary_actor_id\" int null, \"version\" int not null default 1, \"read_at\" timestamptz(3) null, \"snoozed_until\" timestamptz(3) null, \"last_snoozed_at\" timestamptz(3) null, \"last_activity_at\" timestamptz(3) not null, \"created_at\" timestamptz(3) not null, \"updated_at\" timestamptz(3) not null)");
    this.addSql("create index \"notifications_snoozed_until_index\" on \"notifications\" (\"snoozed_until\")");
    this.addSql("create index \"notifications_user_id_account_id_last_activity_at_id_index\" on \"notifications\" (\"user_id\", \"account_id\", \"last_activity_at\", \"id\")");
    this.addSql("alter table \"notifications\" add constraint \"notifications_conversation_id_user_id_unique\" unique (\"conversation_id\", \"user_id\")");
    this.addSql("alter table \"account_users\" add \"email_flags\" jsonb not null default '[\"conversation_assignment\"]', add \"push_flags\" jsonb not null default '[\"conversation_assignment\"]'");
    this.addSql("alter table \"notification_subscriptions\" add constraint \"notification_subscriptions_user_id_foreign\" foreign key (\"user_id\") references \"users\" (\"id\") on delete cascade");
    this.addSql("alter table \"notifications\" add constraint \"notifications_user_id_foreign\" foreign key (\"user_id\") references \"users\" (\"id\") on delete cascade");
    this.addSql("alter table \"notifications\" add constraint \"notifications_conversation_id_foreign\" foreign key (\"conversation_id\") references \"conversations\" (\"id\") on delete cascade");
  }
}
