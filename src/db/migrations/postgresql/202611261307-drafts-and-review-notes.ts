import { Migration } from '@mikro-orm/migrations';

/** What members have begun to write, and what the team notes about answers to surveys. */
export class Migration202611261307 extends Migration {
  override up(): void {
    this.addSql("create table \"draft_messages\" (\"id\" serial primary key, \"account_id\" int not null, \"conversation_id\" int not null, \"user_id\" int not null, \"message\" text collate \"C\" not null, \"updated_at\" timestamptz(3) not null)");
    this.addSql("create index \"draft_messages_user_id_index\" on \"draft_messages\" (\"user_id\")");
    this.addSql("alter table \"draft_messages\" add constraint \"draft_messages_conversation_id_user_id_unique\" unique (\"conversation_id\", \"user_id\")");
    this.addSql("alter table \"csat_survey_responses\" add \"review_notes\" text collate \"C\" null, add \"review_notes_updated_at\" timestamptz(3) null, add \"review_notes_updated_by_id\" int null");
    this.addSql("alter table \"csat_survey_responses\" add constraint \"csat_survey_responses_review_notes_updated_by_id_foreign\" foreign key (\"review_notes_updated_by_id\") references \"users\" (\"id\") on delete set null");
    this.addSql("create index \"csat_survey_responses_review_notes_updated_by_id_index\" on \"csat_survey_responses\" (\"review_notes_updated_by_id\")");
    this.addSql("alter table \"draft_messages\" add constraint \"draft_messages_conversation_id_foreign\" foreign key (\"conversation_id\") references \"conversations\" (\"id\") on delete cascade");
    this.addSql("alter table \"draft_messages\" add constraint \"draft_messages_user_id_foreign\" foreign key (\"user_id\") references \"users\" (\"id\") on delete cascade");
  }
}
