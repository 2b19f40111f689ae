import { Migration } from '@mikro-orm/migrations';

/** Assignment policies and agent capacity policies. */
export class Migration202611261248 extends Migration {
  override up(): void {
    this.addSql("create table `agent_capacity_policies` (`id` integer not null primary key autoincrement, `account_id` integer not null, `name` text not null, `description` text null, `excluded_labels` json not null default '[]', `exclude_older_than_hours` integer null, `created_at` datetime not null, `updated_at` datetime not null, constraint `agent_capacity_policies_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)");
    this.addSql("create unique index `agent_capacity_policies_account_id_name_unique` on `agent_capacity_policies` (`account_id`, `name`)");
    this.addSql("create table `assignment_policies` (`id` integer not null primary key autoincrement, `account_id` integer not null, `name` text not null, `description` text null, `assignment_order` text not null default 'round_robin', `conversation_priority` text not null default 'earliest_created', `fair_distribution_limit` integer not null default 100, `fair_distribution_window` integer not null default 3600, `enabled` boolean not null default true, `created_at` datetime not null, `updated_at` datetime not null, constraint `assignment_policies_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)");
    this.addSql("create unique index `assignment_policies_account_id_name_unique` on `assignment_policies` (`account_id`, `name`)");
    this.addSql("create table `inbox_capacity_limits` (`id` integer not null primary key autoincrement, `agent_capacity_policy_id` integer not null, `inbox_id` integer not null, `conversation_limit` integer not null, `created_at` datetime not null, `updated_at` datetime not null, constraint `inbox_capacity_limits_agent_capacity_policy_id_foreign` foreign key (`agent_capacity_policy_id`) references `agent_capacity_policies` (`id`) on delete cascade, constraint `inbox_capacity_limits_inbox_id_foreign` foreign key (`inbox_id`) references `inboxes` (`id`) on delete cascade)");
    this.addSql("create index `inbox_capacity_limits_inbox_id_index` on `inbox_capacity_limits` (`inbox_id`)");
    this.addSql("create unique index `inbox_capacity_limits_agent_capacity_policy_id_inbox_id_unique` on `inbox_capacity_limits` (`agent_capacity_policy_id`, `inbox_id`)");
    this.addSql("create table `assignment_turns` (`id` integer not null primary key autoincrement, `inbox_member_id` integer not null, `assigned_at` datetime not null, constraint `assignment_turns_inbox_member_id_foreign` foreign key (`inbox_member_id`) references `inbox_members` (`id`) on delete cascade)");
    this.addSql("create index `assignment_turns_inbox_member_id_assigned_at_index` on `assignment_turns` (`inbox_member_id`, `assigned_at`)");
    this.addSql("alter table `inboxes` add column `assignment_policy_id` integer null constraint `inboxes_assignment_policy_id_foreign` references `assignment_policies` (`id`) on delete set null");
    this.addSql("alter table `inboxes` add column `assigns_waiting` boolean not null default false");
    this.addSql("create index `inboxes_assignment_policy_id_index` on `inboxes` (`assignment_policy_id`)");
    this.addSql("create index `conversations_inbox_id_id_index` on `conversations` (`inbox_id`, `id`) where assignee_id is null and status = 'open'");
    this.addSql("alter table `account_users` add column `agent_capacity_policy_id` integer null constraint `account_users_agent_capacity_policy_id_foreign` references `agent_capacity_policies` (`id`) on delete set null");
    this.addSql("create index `account_users_agent_capacity_policy_id_index` on `account_users` (`agent_capacity_policy_id`)");
  }
}
