import { Migration } from '@mikro-orm/migrations';

/** Automation rules; accounts say what their active ones wait for, and blobs which one sends them. */
export class Migration202611261221 extends Migration {
  override up(): void {
    this.addSql("create table \"automation_rules\" (\"id\" serial primary key, \"account_id\" int not null, \"name\" varchar(255) collate \"C\" not null, \"description\" text collate \"C\" null, \"event_name\" varchar(255) collate \"C\" not null, \"conditions\" jsonb not null, \"actions\" jsonb not null, \"active\" boolean not null default true, \"errors\" jsonb not null default '[]', \"created_at\" timestamptz(3) not null, \"updated_at\" timestamptz(3) not null)");
    this.addSql("create index \"automation_rules_account_id_index\" on \"automation_rules\" (\"account_id\")");
    this.addSql("alter table \"accounts\" add \"rule_events\" varchar(255) collate \"C\" not null default ''");
    this.addSql("alter table \"blobs\" add \"rule_id\" int null");
    this.addSql("alter table \"blobs\" add constraint \"blobs_rule_id_foreign\" foreign key (\"rule_id\") references \"automation_rules\" (\"id\") on delete set null");
    this.addSql("create index \"blobs_rule_id_index\" on \"blobs\" (\"rule_id\")");
    this.addSql("alter table \"automation_rules\" add constraint \"automation_rules_account_id_foreign\" foreign key (\"account_id\") references \"accounts\" (\"id\") on delete cascade");
  }
}
