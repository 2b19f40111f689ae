import { Migration } from '@mikro-orm/migrations';

/** Threads at Slack; accounts say whether their messages go there. */
export class Migration202611261407 extends Migration {
  override up(): void {
    this.addSql("alter table \"accounts\" add \"tells_slack\" boolean not null default false");
    this.addSql("create table \"slack_threads\" (\"id\" serial primary key, \"hook_id\" int not null, \"conversation_id\" int not null, \"channel_id\" varchar(255) collate \"C\" not null, \"thread_ts\" varchar(255) collate \"C\" null, \"last_message_id\" int not null, \"sending_message_id\" int null)");
    this.addSql("create index \"slack_threads_conversation_id_index\" on \"slack_threads\" (\"conversation_id\")");
    this.addSql("create index \"slack_threads_thread_ts_channel_id_index\" on \"slack_threads\" (\"thread_ts\", \"channel_id\")");
    this.addSql("alter table \"slack_threads\" add constraint \"slack_threads_hook_id_conversation_id_unique\" unique (\"hook_id\", \"conversation_id\")");
    this.addSql("alter table \"slack_threads\" add constraint \"slack_threads_hook_id_foreign\" foreign key (\"hook_id\") references \"hooks\" (\"id\") on delete cascade");
    this.addSql("alter table \"slack_threads\" add constraint \"slack_threads_conversation_id_foreign\" foreign key (\"conversation_id\") references \"conversations\" (\"id\") on delete cascade");
  }
}
