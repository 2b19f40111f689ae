import { Migration } from '@mikro-orm/migrations';

/** Downloads, and answers to satisfaction surveys. */
export class Migration202611211700 extends Migration {
  override up(): void {
    this.addSql("create table \"downloads\" (\"id\" serial primary key, \"account_id\" int not null, \"key\" varchar(255) collate \"C\" not null, \"filename\" varchar(255) collate \"C\" not null, \"content_type\" varchar(255) collate \"C\" not null, \"file_size\" int not null, \"expires_at\" timestamptz(3) not null, \"created_at\" timestamptz(3) not null)");
    this.addSql("create index \"downloads_account_id_index\" on \"downloads\" (\"account_id\")");
    this.addSql("alter table \"downloads\" add constraint \"downloads_key_unique\" unique (\"key\")");
    this.addSql("create index \"downloads_expires_at_index\" on \"downloads\" (\"expires_at\")");
    this.addSql("create table \"csat_survey_responses\" (\"id\" serial primary key, \"account_id\" int not null, \"conversation_id\" int not null, \"message_id\" int not null, \"contact_id\" int not null, \"assigned_agent_id\" int null, \"rating\" int not null, \"feedback_message\" text collate \"C\" null, \"created_at\" timestamptz(3) not null, \"updated_at\" timestamptz(3) not null)");
    this.addSql("create index \"csat_survey_responses_conversation_id_index\" on \"csat_survey_responses\" (\"conversation_id\")");
    this.addSql("alter table \"csat_survey_responses\" add constraint \"csat_survey_responses_message_id_unique\" unique (\"message_id\")");
    this.addSql("create index \"csat_survey_responses_contact_id_index\" on \"csat_survey_responses\" (\"contact_id\")");
    this.addSql("create index \"csat_survey_responses_assigned_agent_id_index\" on \"csat_survey_responses\" (\"assigned_agent_id\")");
    this.addSql("create index \"csat_survey_responses_account_id_created_at_id_index\" on \"csat_survey_responses\" (\"account_id\", \"created_at\", \"id\")");
    this.addSql("alter table \"downloads\" add constraint \"downloads_account_id_foreign\" foreign key (\"account_id\") references \"accounts\" (\"id\") on delete cascade");
    this.addSql("alter table \"csat_survey_responses\" add constraint \"csat_survey_responses_account_id_foreign\" foreign key (\"account_id\") references \"accounts\" (\"id\") on delete cascade");
    this.addSql("alter table \"csat_survey_responses\" add constraint \"csat_survey_responses_conversation_id_foreign\" foreign key (\"conversation_id\") references \"conversations\" (\"id\") on delete cascade");
    this.addSql("alter table \"csat_survey_responses\" add constraint \"csat_survey_responses_message_id_foreign\" foreign key (\"message_id\") references \"messages\" (\"id\") on delete cascade");
    this.addSql("alter table \"csat_survey_responses\" add constraint \"csat_survey_responses_contact_id_foreign\" foreign key (\"contact_id\") references \"contacts\" (\"id\") on delete cascade");
    this.addSql("alter table \"csat_survey_responses\" add constraint \"csat_survey_responses_assigned_agent_id_foreign\" foreign key (\"assigned_agent_id\") references \"users\" (\"id\") on delete set null");
    this.addSql("create index \"messages_account_id_created_at_index\" on \"messages\" (\"account_id\", \"created_at\") where content_type = 'input_csat'");
  }
}
