import { Migration } from '@mikro-orm/migrations';

/** Assignment policies and agent capacity policies. */
export class Migration202611261248 extends Migration {
  override up(): void {
    this.addSql("create table \"agent_capacity_policies\" (\"id\" serial primary key, \"account_id\" int not null, \"name\" varchar(255) collate \"C\" not null, \"description\" text collate \"C\" null, \"excluded_labels\" jsonb not null default '[]', \"exclude_older_than_hours\" int null, \"created_at\" timestamptz(3) not null, \"updated_at\" timestamptz(3) not null)");
    this.addSql("alter table \"agent_capacity_policies\" add constraint \"agent_capacity_policies_account_id_name_unique\" unique (\"account_id\", \"name\")");
    this.addSql("create table \"assignment_policies\" (\"id\" serial primary key, \"account_id\" int not null, \"name\" varchar(255) collate \"C\" not null, \"description\" text collate \"C\" null, \"assignment_order\" varchar(255) collate \"C\" not null default 'round_robin', \"conversation_priority\" varchar(255) collate \"C\" not null default 'earliest_created', \"fair_distribution_limit\" int not null default 100, \"fair_distribution_window\" int not null default 3600, \"enabled\" boolean not null default true, \"created_at\" timestamptz(3) not null, \"updated_at\" timestamptz(3) not null)");
    this.addSql("alter table \"assignment_policies\" add constraint \"assignment_policies_account_id_name_unique\" unique (\"account_id\", \"name\")");
    this.addSql("create table \"inbox_capacity_limits\" (\"id\" serial primary key, \"agent_capacity_policy_id\" int not null, \"inbox_id\" int not null, \"conversation_limit\" int not null, \"created_at\" timestamptz(3) not null, \"updated_at\" timestamptz(3) not null)");
    this.addSql("create index \"inbox_capacity_limits_inbox_id_index\" on \"inbox_capacity_limits\" (\"inbox_id\")");
    this.addSql("alter table \"inbox_capacity_limits\" add constraint \"inbox_capacity_limits_agent_capacity_policy_id_inbox_id_unique\" unique (\"agent_capacity_policy_id\", \"inbox_id\")");
    this.addSql("create table \"assignment_turns\" (\"id\" serial primary key, \"inbox_member_id\" int not null, \"assigned_at\" timestamptz(3) not null)");
    this.addSql("create index \"assignment_turns_inbox_member_id_assigned_at_index\" on \"assignment_turns\" (\"inbox_member_id\", \"assigned_at\")");
    this.addSql("alter table \"inboxes\" add \"assignment_policy_id\" int null, add \"assigns_waiting\" boolean not null default false");
    this.addSql("alter table \"inboxes\" add constraint \"inboxes_assignment_policy_id_foreign\" foreign key (\"assignment_policy_id\") references \"assignment_policies\" (\"id\") on delete set null");
    this.addSql("create index \"inboxes_assignment_policy_id_index\" on \"inboxes\" (\"assignment_policy_id\")");
    this.addSql("create index \"conversations_inbox_id_id_index\" on \"conversations\" (\"inbox_id\", \"id\") where assignee_id is null and status = 'open'");
    this.addSql("alter table \"account_users\" add \"agent_capacity_policy_id\" int null");
    this.addSql("alter table \"account_users\" add constraint \"account_users_agent_capacity_policy_id_foreign\" foreign key (\"agent_capacity_policy_id\") references \"agent_capacity_policies\" (\"id\") on delete set null");
    this.addSql("create index \"account_users_agent_capacity_policy_id_index\" on \"account_users\" (\"agent_capacity_policy_id\")");
    this.addSql("alter table \"agent_capacity_policies\" add constraint \"agent_capacity_policies_account_id_foreign\" foreign key (\"account_id\") references \"accounts\" (\"id\") on delete cascade");
    this.addSql("alter table \"assignment_policies\" add constraint \"assignment_policies_account_id_foreign\" foreign key (\"account_id\") references \"accounts\" (\"id\") on delete cascade");
    this.addSql("alter table \"inbox_capacity_limits\" add constraint \"inbox_capacity_limits_agent_capacity_policy_id_foreign\" foreign key (\"agent_capacity_policy_id\") references \"agent_capacity_policies\" (\"id\") on delete cascade");
    this.addSql("alter table \"inbox_capacity_limits\" add constraint \"inbox_capacity_limits_inbox_id_foreign\" foreign key (\"inbox_id\") references \"inboxes\" (\"id\") on delete cascade");
    this.addSql("alter table \"assignment_turns\" add constraint \"assignment_turns_inbox_member_id_foreign\" foreign key (\"inbox_member_id\") references \"inbox_members\" (\"id\") on delete cascade");
  }
}
