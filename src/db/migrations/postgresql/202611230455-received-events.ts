import { Migration } from '@mikro-orm/migrations';

/** What providers tell: kept before it is answered, with the files that are fetched later and the ids of messages in channels. */
export class Migration202611230455 extends Migration {
  override up(): void {
    this.addSql("create table \"received_events\" (\"id\" serial primary key, \"account_id\" int not null, \"inbox_id\" int not null, \"key\" varchar(255) collate \"C\" not null, \"lane\" varchar(255) collate \"C\" not null, \"body\" text collate \"C\" not null, \"status\" varchar(255) collate \"C\" not null default 'waiting', \"error\" text collate \"C\" null, \"created_at\" timestamptz(3) not null, \"ended_at\" timestamptz(3) null)");
    this.addSql("create index \"received_events_ended_at_index\" on \"received_events\" (\"ended_at\")");
    this.addSql("create index \"received_events_inbox_id_lane_id_index\" on \"received_events\" (\"inbox_id\", \"lane\", \"id\") where status = 'waiting'");
    this.addSql("alter table \"received_events\" add constraint \"received_events_inbox_id_key_unique\" unique (\"inbox_id\", \"key\")");
    this.addSql("create table \"received_files\" (\"id\" serial primary key, \"message_id\" int not null, \"source\" jsonb not null default '{}', \"name\" text collate \"C\" null, \"content_type\" varchar(255) collate \"C\" null, \"error\" text collate \"C\" null, \"created_at\" timestamptz(3) not null)");
    this.addSql("create index \"received_files_message_id_index\" on \"received_files\" (\"message_id\")");
    this.addSql("create table \"message_sources\" (\"id\" serial primary key, \"inbox_id\" int not null, \"key\" text collate \"C\" not null, \"message_id\" int not null)");
    this.addSql("create index \"message_sources_message_id_index\" on \"message_sources\" (\"message_id\")");
    this.addSql("alter table \"message_sources\" add constraint \"message_sources_inbox_id_key_unique\" unique (\"inbox_id\", \"key\")");
    this.addSql("alter table \"received_events\" add constraint \"received_events_inbox_id_foreign\" foreign key (\"inbox_id\") references \"inboxes\" (\"id\") on delete cascade");
    this.addSql("alter table \"received_files\" add constraint \"received_files_message_id_foreign\" foreign key (\"message_id\") references \"messages\" (\"id\") on delete cascade");
    this.addSql("alter table \"message_sources\" add constraint \"message_sources_message_id_foreign\" foreign key (\"message_id\") references \"messages\" (\"id\") on delete cascade");
  }
}
