import { Migration } from '@mikro-orm/migrations';

/** The rest of the Application API: teams, labels, members, saved answers and views, pictures, jobs, sessions. */
export class Migration202611211430 extends Migration {
  override up(): void {
    this.addSql("create table `avatars` (`id` integer not null primary key autoincrement, `owner_type` text not null, `owner_id` integer not null, `key` text not null, `filename` text not null, `content_type` text not null, `file_size` integer not null, `created_at` datetime not null)");
    this.addSql("create unique index `avatars_key_unique` on `avatars` (`key`)");
    this.addSql("create unique index `avatars_owner_type_owner_id_unique` on `avatars` (`owner_type`, `owner_id`)");
    this.addSql("create table `canned_responses` (`id` integer not null primary key autoincrement, `account_id` integer not null, `short_code` text not null, `content` text not null, `created_at` datetime not null, `updated_at` datetime not null, constraint `canned_responses_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)");
    this.addSql("create unique index `canned_responses_account_id_short_code_unique` on `canned_responses` (`account_id`, `short_code`)");
    this.addSql("create table `custom_attribute_definitions` (`id` integer not null primary key autoincrement, `account_id` integer not null, `attribute_key` text not null, `attribute_model` text not null, `attribute_display_name` text not null, `attribute_display_type` text not null default 'text', `attribute_description` text null, `attribute_values` json not null default '[]', `default_value` integer null, `regex_pattern` text null, `regex_cue` text null, `created_at` datetime not null, `updated_at` datetime not null, constraint `custom_attribute_definitions_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)");
    this.addSql("create unique index `custom_attribute_definitions_attribute_key_unique` on `custom_attribute_definitions` (`account_id`, `attribute_model`, `attribute_key`)");
    this.addSql("create table `jobs` (`id` integer not null primary key autoincrement, `account_id` integer null, `kind` text not null, `subject` text null, `payload` json not null, `status` text not null default 'pending', `due_at` datetime not null, `leased_by` text null, `leased_until` datetime null, `attempts_count` integer not null default 0, `last_error` text null, `created_at` datetime not null, `finished_at` datetime null)");
    this.addSql("create index `jobs_subject_index` on `jobs` (`subject`)");
    this.addSql("create index `jobs_status_kind_due_at_id_index` on `jobs` (`status`, `kind`, `due_at`, `id`)");
    this.addSql("create index `jobs_account_id_kind_created_at_index` on `jobs` (`account_id`, `kind`, `created_at`)");
    this.addSql("create table `labels` (`id` integer not null primary key autoincrement, `account_id` integer not null, `title` text not null, `description` text null, `color` text not null default '#1f93ff', `show_on_sidebar` boolean not null default true, `created_at` datetime not null, `updated_at` datetime not null, constraint `labels_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)");
    this.addSql("create unique index `labels_account_id_title_unique` on `labels` (`account_id`, `title`)");
    this.addSql("create table `platform_permissions` (`id` integer not null primary key autoincrement, `platform_app_id` integer not null, `permissible_type` text not null, `permissible_id` integer not null, `created_at` datetime not null, constraint `platform_permissions_platform_app_id_foreign` foreign key (`platform_app_id`) references `platform_apps` (`id`) on delete cascade)");
    this.addSql("create unique index `platform_permissions_platform_app_id_permissible_type_permissible_id_unique` on `platform_permissions` (`platform_app_id`, `permissible_type`, `permissible_id`)");
    this.addSql("create table `teams` (`id` integer not null primary key autoincrement, `account_id` integer not null, `name` text not null, `description` text null, `allow_auto_assign` boolean not null default true, `created_at` datetime not null, `updated_at` datetime not null, constraint `teams_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)");
    this.addSql("create unique index `teams_account_id_name_unique` on `teams` (`account_id`, `name`)");
    this.addSql("create table `team_members` (`id` integer not null primary key autoincrement, `team_id` integer not null, `user_id` integer not null, `created_at` datetime not null, constraint `team_members_team_id_foreign` foreign key (`team_id`) references `teams` (`id`) on delete cascade, constraint `team_members_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)");
    this.addSql("create index `team_members_user_id_index` on `team_members` (`user_id`)");
    this.addSql("create unique index `team_members_team_id_user_id_unique` on `team_members` (`team_id`, `user_id`)");
    this.addSql("create table `sessions` (`id` integer not null primary key autoincrement, `user_id` integer not null, `client` text not null, `digest` text not null, `expires_at` datetime not null, `last_used_at` datetime not null, `created_at` datetime not null, constraint `sessions_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)");
    this.addSql("create index `sessions_expires_at_index` on `sessions` (`expires_at`)");
    this.addSql("create unique index `sessions_user_id_client_unique` on `sessions` (`user_id`, `client`)");
    this.addSql("create table `notes` (`id` integer not null primary key autoincrement, `account_id` integer not null, `contact_id` integer not null, `user_id` integer null, `content` text not null, `created_at` datetime not null, `updated_at` datetime not null, constraint `notes_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `notes_contact_id_foreign` foreign key (`contact_id`) references `contacts` (`id`) on delete cascade, constraint `notes_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete set null)");
    this.addSql("create index `notes_account_id_index` on `notes` (`account_id`)");
    this.addSql("create index `notes_user_id_index` on `notes` (`user_id`)");
    this.addSql("create index `notes_contact_id_created_at_id_index` on `notes` (`contact_id`, `created_at`, `id`)");
    this.addSql("create table `inbox_members` (`id` integer not null primary key autoincrement, `inbox_id` integer not null, `user_id` integer not null, `last_assigned_at` datetime null, `created_at` datetime not null, constraint `inbox_members_inbox_id_foreign` foreign key (`inbox_id`) references `inboxes` (`id`) on delete cascade, constraint `inbox_members_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)");
    this.addSql("create index `inbox_members_user_id_index` on `inbox_members` (`user_id`)");
    this.addSql("create unique index `inbox_members_inbox_id_user_id_unique` on `inbox_members` (`inbox_id`, `user_id`)");
    this.addSql("create table `dashboard_apps` (`id` integer not null primary key autoincrement, `account_id` integer not null, `user_id` integer null, `title` text not null, `content` json not null, `created_at` datetime not null, `updated_at` datetime not null, constraint `dashboard_apps_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `dashboard_apps_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete set null)");
    this.addSql("create index `dashboard_apps_account_id_index` on `dashboard_apps` (`account_id`)");
    this.addSql("create index `dashboard_apps_user_id_index` on `dashboard_apps` (`user_id`)");
    this.addSql("create table `custom_filters` (`id` integer not null primary key autoincrement, `account_id` integer not null, `user_id` integer not null, `name` text not null, `filter_type` text not null default 'conversation', `query` json not null default '{}', `created_at` datetime not null, `updated_at` datetime not null, constraint `custom_filters_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `custom_filters_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)");
    this.addSql("create index `custom_filters_user_id_index` on `custom_filters` (`user_id`)");
    this.addSql("create index `custom_filters_account_id_user_id_filter_type_index` on `custom_filters` (`account_id`, `user_id`, `filter_type`)");
    this.addSql("create table `campaigns` (`id` integer not null primary key autoincrement, `account_id` integer not null, `inbox_id` integer not null, `sender_id` integer null, `display_id` integer not null, `title` text not null, `description` text null, `message` text not null, `campaign_status` text not null default 'active', `campaign_type` text not null default 'ongoing', `enabled` boolean not null default true, `scheduled_at` datetime null, `audience` json not null default '[]', `trigger_rules` json not null default '{}', `trigger_only_during_business_hours` boolean not null default false, `template_params` json not null default '{}', `created_at` datetime not null, `updated_at` datetime not null, constraint `campaigns_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `campaigns_inbox_id_foreign` foreign key (`inbox_id`) references `inboxes` (`id`) on delete cascade, constraint `campaigns_sender_id_foreign` foreign key (`sender_id`) references `users` (`id`) on delete set null)");
    this.addSql("create index `campaigns_inbox_id_index` on `campaigns` (`inbox_id`)");
    this.addSql("create index `campaigns_sender_id_index` on `campaigns` (`sender_id`)");
    this.addSql("create unique index `campaigns_account_id_display_id_unique` on `campaigns` (`account_id`, `display_id`)");
    this.addSql("create table `participants` (`id` integer not null primary key autoincrement, `account_id` integer not null, `conversation_id` integer not null, `user_id` integer not null, `created_at` datetime not null, constraint `participants_conversation_id_foreign` foreign key (`conversation_id`) references `conversations` (`id`) on delete cascade, constraint `participants_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)");
    this.addSql("create index `participants_user_id_index` on `participants` (`user_id`)");
    this.addSql("create unique index `participants_conversation_id_user_id_unique` on `participants` (`conversation_id`, `user_id`)");
    this.addSql("create table `mentions` (`id` integer not null primary key autoincrement, `account_id` integer not null, `conversation_id` integer not null, `user_id` integer not null, `mentioned_at` datetime not null, constraint `mentions_conversation_id_foreign` foreign key (`conversation_id`) references `conversations` (`id`) on delete cascade, constraint `mentions_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)");
    this.addSql("create index `mentions_user_id_index` on `mentions` (`user_id`)");
    this.addSql("create unique index `mentions_conversation_id_user_id_unique` on `mentions` (`conversation_id`, `user_id`)");
    this.addSql("alter table `accounts` add column `limits` json not null default '{}'");
    this.addSql("alter table `agent_bots` add column `avatar_url` text null");
    this.addSql("alter table `inboxes` add column `avatar_url` text null");
    this.addSql("alter table `channels` add column `address` text null");
    this.addSql("create unique index `channels_type_address_unique` on `channels` (`type`, `address`)");
    this.addSql("alter table `conversations` add column `assignee_bot_id` integer null constraint `conversations_assignee_bot_id_foreign` references `agent_bots` (`id`) on delete set null");
    this.addSql("alter table `conversations` add column `team_id` integer null constraint `conversations_team_id_foreign` references `teams` (`id`) on delete set null");
    this.addSql("alter table `conversations` add column `campaign_id` integer null constraint `conversations_campaign_id_foreign` references `campaigns` (`id`) on delete set null");
    this.addSql("create index `conversations_assignee_bot_id_index` on `conversations` (`assignee_bot_id`)");
    this.addSql("create index `conversations_team_id_index` on `conversations` (`team_id`)");
    this.addSql("create index `conversations_campaign_id_index` on `conversations` (`campaign_id`)");
    this.addSql(
      "create index `conversations_snoozed_until_index` on `conversations` (`snoozed_until`) where snoozed_until is not null",
    );
    this.addSql("alter table `attachments` add column `width` integer null");
    this.addSql("alter table `attachments` add column `height` integer null");
    this.addSql("alter table `attachments` add column `thumbnail_key` text null");
    this.addSql("alter table `attachments` add column `conversation_id` integer not null default 0");
    this.addSql("update `attachments` set `conversation_id` = (select `conversation_id` from `messages` where `messages`.`id` = `attachments`.`message_id`)");
    this.addSql("create index `attachments_conversation_id_id_index` on `attachments` (`conversation_id`, `id`)");
    this.addSql("create unique index `attachments_thumbnail_key_unique` on `attachments` (`thumbnail_key`)");
    this.addSql("alter table `idempotent_requests` rename to `idempotent_requests_of_tokens`");
    this.addSql("drop index `idempotent_requests_created_at_index`");
    this.addSql("create table `idempotent_requests` (`credential` text not null, `key` text not null, `digest` text not null, `status` integer not null, `answer` text null, `created_at` datetime not null, primary key (`credential`, `key`))");
    this.addSql("create index `idempotent_requests_created_at_index` on `idempotent_requests` (`created_at`)");
    this.addSql("insert into `idempotent_requests` select 'token ' || `access_token_id`, `key`, `digest`, `status`, `answer`, `created_at` from `idempotent_requests_of_tokens`");
    this.addSql("drop table `idempotent_requests_of_tokens`");
    this.addSql("create index `contacts_account_id_seen_at_id_index` on `contacts` (`account_id`, `seen_at`, `id`)");
  }
}
