import { Migration } from '@mikro-orm/migrations';

/**
 * How messages are sent through other services. Messages that waited from before are not sent by surprise: they fail, and can
 * be retried.
 */
export class Migration202611230114 extends Migration {
  override up(): void {
    this.addSql("create table \"sendings\" (\"id\" serial primary key, \"account_id\" int not null, \"inbox_id\" int not null, \"contact_inbox_id\" int not null, \"message_id\" int not null, \"status\" varchar(255) collate \"C\" not null, \"part_ids\" jsonb not null, \"begun_at\" timestamptz(3) null, \"attempts_count\" int not null default 0, \"last_error\" text collate \"C\" null, \"created_at\" timestamptz(3) not null, \"ended_at\" timestamptz(3) null)");
    this.addSql("alter table \"sendings\" add constraint \"sendings_message_id_unique\" unique (\"message_id\")");
    this.addSql("create index \"sendings_ended_at_index\" on \"sendings\" (\"ended_at\")");
    this.addSql("create index \"sendings_contact_inbox_id_id_index\" on \"sendings\" (\"contact_inbox_id\", \"id\") where status = 'queued'");
    this.addSql("create index \"sendings_inbox_id_id_index\" on \"sendings\" (\"inbox_id\", \"id\")");
    this.addSql("alter table \"sendings\" add constraint \"sendings_message_id_foreign\" foreign key (\"message_id\") references \"messages\" (\"id\") on delete cascade");
    this.addSql("update messages set status = 'failed', external_error = 'it was written before this server could send it', content_attributes = content_attributes - 'external_delivery' where id in (select (payload->>'message_id')::int from jobs where kind = 'send_message' and status = 'pending')");
    this.addSql("delete from jobs where kind = 'send_message' and status = 'pending'");
  }
}
