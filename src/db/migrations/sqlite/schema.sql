CREATE TABLE `access_tokens` (`id` integer not null primary key autoincrement, `owner_type` text not null, `owner_id` integer not null, `digest` text not null, `last_used_at` datetime null, `created_at` datetime not null, `platform_app_id` integer null, `last_four` text null, `name` text null, `scope` text not null default 'write', `expires_at` datetime null)

CREATE UNIQUE INDEX `access_tokens_digest_unique` on `access_tokens` (`digest`)

CREATE INDEX `access_tokens_owner_type_owner_id_index` on `access_tokens` (`owner_type`, `owner_id`)

CREATE TABLE `accounts` (`id` integer not null primary key autoincrement, `name` text not null, `locale` text not null default 'en', `domain` text null, `support_email` text null, `status` text not null default 'active', `settings` json not null default '{}', `custom_attributes` json not null default '{}', `last_display_id` integer not null default 0, `contacts_count` integer not null default 0, `labels_changed_at` datetime null, `inboxes_changed_at` datetime null, `teams_changed_at` datetime null, `created_at` datetime not null, `updated_at` datetime not null, `limits` json not null default '{}', `features` json not null default '{}', `deleted_at` datetime null, `last_campaign_id` integer not null default 0, `rule_events` text not null default '', `tells_slack` boolean not null default false)

CREATE TABLE `agent_bots` (`id` integer not null primary key autoincrement, `account_id` integer null, `name` text not null, `description` text null, `outgoing_url` text null, `bot_config` json not null default '{}', `sealed_secret` text null, `created_at` datetime not null, `updated_at` datetime not null, `avatar_url` text null, `loop_stopped_at` datetime null, `loop_conversation_id` integer null, constraint `agent_bots_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)

CREATE INDEX `agent_bots_account_id_index` on `agent_bots` (`account_id`)

CREATE TABLE `channels` (`id` integer not null primary key autoincrement, `account_id` integer not null, `type` text not null, `identifier` text not null, `settings` json not null default '{}', `webhook_url` text null, `reply_window_hours` integer null, `sealed_secrets` text null, `created_at` datetime not null, `updated_at` datetime not null, `address` text null, `message_templates` json null, `claimed_address` text null, `address_proved_at` datetime null, constraint `channels_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)

CREATE INDEX `channels_account_id_index` on `channels` (`account_id`)

CREATE UNIQUE INDEX `channels_identifier_unique` on `channels` (`identifier`)

CREATE TABLE `contacts` (`id` integer not null primary key autoincrement, `account_id` integer not null, `name` text not null default '', `name_key` text not null default '', `email` text null, `phone_number` text null, `identifier` text null, `blocked` boolean not null default false, `avatar_url` text null, `custom_attributes` json not null default '{}', `additional_attributes` json not null default '{}', `company` text null, `city` text null, `country` text null, `labels` json not null default '[]', `last_activity_at` datetime null, `created_at` datetime not null, `updated_at` datetime not null, `former_ids` json not null default '[]', constraint `contacts_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)

CREATE INDEX `contacts_account_id_email_id_index` on `contacts` (`account_id`, `email`, `id`)

CREATE INDEX `contacts_account_id_phone_number_id_index` on `contacts` (`account_id`, `phone_number`, `id`)

CREATE INDEX `contacts_account_id_name_key_id_index` on `contacts` (`account_id`, `name_key`, `id`)

CREATE INDEX `contacts_account_id_last_activity_at_id_index` on `contacts` (`account_id`, `last_activity_at`, `id`)

CREATE INDEX `contacts_account_id_created_at_id_index` on `contacts` (`account_id`, `created_at`, `id`)

CREATE INDEX `contacts_account_id_company_id_index` on `contacts` (`account_id`, `company`, `id`)

CREATE INDEX `contacts_account_id_city_id_index` on `contacts` (`account_id`, `city`, `id`)

CREATE INDEX `contacts_account_id_country_id_index` on `contacts` (`account_id`, `country`, `id`)

CREATE UNIQUE INDEX `contacts_account_id_email_unique` on `contacts` (`account_id`, `email`)

CREATE UNIQUE INDEX `contacts_account_id_phone_number_unique` on `contacts` (`account_id`, `phone_number`)

CREATE UNIQUE INDEX `contacts_account_id_identifier_unique` on `contacts` (`account_id`, `identifier`)

CREATE TABLE `conversation_counts` (`account_id` integer not null, `status` text not null, `inbox_id` integer not null, `assignee_id` integer not null, `count` integer not null, primary key (`account_id`, `status`, `inbox_id`, `assignee_id`), constraint `conversation_counts_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)

CREATE TABLE `events` (`id` integer not null primary key autoincrement, `account_id` integer not null, `type` text not null, `payload` text not null, `created_at` datetime not null, `chain_length` integer not null default 0, `layout_id` integer null, `inbox_id` integer null)

CREATE TABLE `deliveries` (`id` integer not null primary key autoincrement, `account_id` integer not null, `event_id` integer not null, `receiver_type` text not null, `receiver_id` integer not null, `lane` text not null, `message_id` integer null, `status` text not null default 'pending', `attempts_count` integer not null default 0, `created_at` datetime not null, `finished_at` datetime null, constraint `deliveries_event_id_foreign` foreign key (`event_id`) references `events` (`id`) on delete cascade)

CREATE INDEX `deliveries_event_id_index` on `deliveries` (`event_id`)

CREATE INDEX `deliveries_receiver_type_receiver_id_lane_status_id_index` on `deliveries` (`receiver_type`, `receiver_id`, `lane`, `status`, `id`)

CREATE TABLE `delivery_attempts` (`id` integer not null primary key autoincrement, `delivery_id` integer not null, `started_at` datetime not null, `latency_ms` integer not null, `status_code` integer null, `error` text null, `response` text null, constraint `delivery_attempts_delivery_id_foreign` foreign key (`delivery_id`) references `deliveries` (`id`) on delete cascade)

CREATE INDEX `delivery_attempts_delivery_id_index` on `delivery_attempts` (`delivery_id`)

CREATE TABLE `inboxes` (`id` integer not null primary key autoincrement, `account_id` integer not null, `channel_id` integer not null, `agent_bot_id` integer null, `name` text not null, `greeting_enabled` boolean not null default false, `greeting_message` text null, `enable_auto_assignment` boolean not null default true, `auto_assignment_config` json not null default '{}', `enable_email_collect` boolean not null default true, `working_hours_enabled` boolean not null default false, `out_of_office_message` text null, `working_hours` json not null, `timezone` text not null default 'UTC', `csat_survey_enabled` boolean not null default false, `csat_config` json not null default '{}', `allow_messages_after_resolved` boolean not null default true, `lock_to_single_conversation` boolean not null default false, `sender_name_type` text not null default 'friendly', `business_name` text null, `created_at` datetime not null, `updated_at` datetime not null, `avatar_url` text null, `deleted_at` datetime null, `portal_id` integer null constraint `inboxes_portal_id_foreign` references `portals` (`id`) on delete set null, `assignment_policy_id` integer null constraint `inboxes_assignment_policy_id_foreign` references `assignment_policies` (`id`) on delete set null, `assigns_waiting` boolean not null default false, constraint `inboxes_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `inboxes_channel_id_foreign` foreign key (`channel_id`) references `channels` (`id`) on delete cascade, constraint `inboxes_agent_bot_id_foreign` foreign key (`agent_bot_id`) references `agent_bots` (`id`) on delete set null)

CREATE INDEX `inboxes_account_id_index` on `inboxes` (`account_id`)

CREATE UNIQUE INDEX `inboxes_channel_id_unique` on `inboxes` (`channel_id`)

CREATE INDEX `inboxes_agent_bot_id_index` on `inboxes` (`agent_bot_id`)

CREATE TABLE `contact_inboxes` (`id` integer not null primary key autoincrement, `contact_id` integer not null, `inbox_id` integer not null, `source_id` text not null, `hmac_verified` boolean not null default false, `created_at` datetime not null, `updated_at` datetime not null, `pubsub_token` text not null default '', `made_contact` boolean not null default false, `claims` json not null default '{}', `proved_email` text null, constraint `contact_inboxes_contact_id_foreign` foreign key (`contact_id`) references `contacts` (`id`) on delete cascade, constraint `contact_inboxes_inbox_id_foreign` foreign key (`inbox_id`) references `inboxes` (`id`) on delete cascade)

CREATE INDEX `contact_inboxes_contact_id_index` on `contact_inboxes` (`contact_id`)

CREATE UNIQUE INDEX `contact_inboxes_inbox_id_source_id_unique` on `contact_inboxes` (`inbox_id`, `source_id`)

CREATE TABLE `platform_apps` (`id` integer not null primary key autoincrement, `name` text not null, `created_at` datetime not null)

CREATE TABLE `users` (`id` integer not null primary key autoincrement, `name` text not null, `display_name` text null, `email` text not null, `password_hash` text null, `avatar_url` text null, `message_signature` text null, `ui_settings` json not null default '{}', `custom_attributes` json not null default '{}', `created_at` datetime not null, `updated_at` datetime not null, `pubsub_secret` text not null default '', `email_proved_at` datetime null)

CREATE UNIQUE INDEX `users_email_unique` on `users` (`email`)

CREATE TABLE `conversations` (`id` integer not null primary key autoincrement, `account_id` integer not null, `inbox_id` integer not null, `contact_id` integer not null, `contact_inbox_id` integer not null, `assignee_id` integer null, `display_id` integer not null, `uuid` text not null, `status` text not null default 'open', `priority` text null, `muted` boolean not null default false, `snoozed_until` datetime null, `waiting_since` datetime null, `first_reply_created_at` datetime null, `agent_last_seen_at` datetime null, `assignee_last_seen_at` datetime null, `contact_last_seen_at` datetime null, `last_activity_at` datetime not null, `last_incoming_at` datetime null, `unread_count` integer not null default 0, `custom_attributes` json not null default '{}', `additional_attributes` json not null default '{}', `labels` json not null default '[]', `last_message_id` integer null, `last_non_activity_message_id` integer null, `created_at` datetime not null, `updated_at` datetime not null, `assignee_bot_id` integer null constraint `conversations_assignee_bot_id_foreign` references `agent_bots` (`id`) on delete set null, `team_id` integer null constraint `conversations_team_id_foreign` references `teams` (`id`) on delete set null, `campaign_id` integer null constraint `conversations_campaign_id_foreign` references `campaigns` (`id`) on delete set null, `chain_length` integer not null default 0, `chain_began_at` datetime null, constraint `conversations_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `conversations_inbox_id_foreign` foreign key (`inbox_id`) references `inboxes` (`id`) on delete cascade, constraint `conversations_contact_id_foreign` foreign key (`contact_id`) references `contacts` (`id`) on delete cascade, constraint `conversations_contact_inbox_id_foreign` foreign key (`contact_inbox_id`) references `contact_inboxes` (`id`) on delete cascade, constraint `conversations_assignee_id_foreign` foreign key (`assignee_id`) references `users` (`id`) on delete set null)

CREATE INDEX `conversations_contact_id_index` on `conversations` (`contact_id`)

CREATE INDEX `conversations_contact_inbox_id_index` on `conversations` (`contact_inbox_id`)

CREATE INDEX `conversations_assignee_id_index` on `conversations` (`assignee_id`)

CREATE UNIQUE INDEX `conversations_uuid_unique` on `conversations` (`uuid`)

CREATE INDEX `conversations_account_id_status_last_activity_at_id_index` on `conversations` (`account_id`, `status`, `last_activity_at`, `id`)

CREATE INDEX `conversations_inbox_id_status_last_activity_at_id_index` on `conversations` (`inbox_id`, `status`, `last_activity_at`, `id`)

CREATE INDEX `conversations_account_id_assignee_id_status_last_activity_at_id_index` on `conversations` (`account_id`, `assignee_id`, `status`, `last_activity_at`, `id`)

CREATE UNIQUE INDEX `conversations_account_id_display_id_unique` on `conversations` (`account_id`, `display_id`)

CREATE TABLE `messages` (`id` integer not null primary key autoincrement, `account_id` integer not null, `inbox_id` integer not null, `conversation_id` integer not null, `message_type` text not null, `content` text null, `content_type` text not null default 'text', `content_attributes` json not null default '{}', `additional_attributes` json not null default '{}', `status` text not null default 'sent', `external_error` text null, `private` boolean not null default false, `source_id` text null, `sender_type` text null, `sender_id` integer null, `attachments_count` integer not null default 0, `created_at` datetime not null, `updated_at` datetime not null, constraint `messages_conversation_id_foreign` foreign key (`conversation_id`) references `conversations` (`id`) on delete cascade)

CREATE INDEX `messages_conversation_id_id_index` on `messages` (`conversation_id`, `id`)

CREATE TABLE `attachments` (`id` integer not null primary key autoincrement, `account_id` integer not null, `message_id` integer not null, `file_type` text not null, `key` text not null, `filename` text not null, `content_type` text not null, `file_size` integer not null, `created_at` datetime not null, `width` integer null, `height` integer null, `thumbnail_key` text null, `conversation_id` integer not null default 0, `details` json null, constraint `attachments_message_id_foreign` foreign key (`message_id`) references `messages` (`id`) on delete cascade)

CREATE INDEX `attachments_message_id_index` on `attachments` (`message_id`)

CREATE UNIQUE INDEX `attachments_key_unique` on `attachments` (`key`)

CREATE TABLE `account_users` (`id` integer not null primary key autoincrement, `account_id` integer not null, `user_id` integer not null, `role` text not null, `availability` text not null default 'online', `auto_offline` boolean not null default true, `inviter_id` integer null, `active_at` datetime null, `created_at` datetime not null, `updated_at` datetime not null, `shown_name` text null, `invited_email` text null, `email_flags` json not null default '["conversation_assignment"]', `push_flags` json not null default '["conversation_assignment"]', `agent_capacity_policy_id` integer null constraint `account_users_agent_capacity_policy_id_foreign` references `agent_capacity_policies` (`id`) on delete set null, constraint `account_users_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `account_users_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)

CREATE INDEX `account_users_user_id_index` on `account_users` (`user_id`)

CREATE UNIQUE INDEX `account_users_account_id_user_id_unique` on `account_users` (`account_id`, `user_id`)

CREATE TABLE `webhooks` (`id` integer not null primary key autoincrement, `account_id` integer not null, `inbox_id` integer null, `url` text not null, `name` text null, `subscriptions` json not null, `sealed_secret` text not null, `disabled_at` datetime null, `disabled_reason` text null, `failing_since` datetime null, `exhausted_count` integer not null default 0, `created_at` datetime not null, `updated_at` datetime not null, `loop_stopped_at` datetime null, `loop_conversation_id` integer null, `dialect` text null, `previous_sealed_secret` text null, `previous_secret_until` datetime null, constraint `webhooks_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `webhooks_inbox_id_foreign` foreign key (`inbox_id`) references `inboxes` (`id`) on delete cascade)

CREATE INDEX `webhooks_inbox_id_index` on `webhooks` (`inbox_id`)

CREATE UNIQUE INDEX `webhooks_account_id_url_unique` on `webhooks` (`account_id`, `url`)

CREATE TABLE `avatars` (`id` integer not null primary key autoincrement, `owner_type` text not null, `owner_id` integer not null, `key` text not null, `filename` text not null, `content_type` text not null, `file_size` integer not null, `created_at` datetime not null)

CREATE UNIQUE INDEX `avatars_key_unique` on `avatars` (`key`)

CREATE UNIQUE INDEX `avatars_owner_type_owner_id_unique` on `avatars` (`owner_type`, `owner_id`)

CREATE TABLE `canned_responses` (`id` integer not null primary key autoincrement, `account_id` integer not null, `short_code` text not null, `content` text not null, `created_at` datetime not null, `updated_at` datetime not null, constraint `canned_responses_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)

CREATE UNIQUE INDEX `canned_responses_account_id_short_code_unique` on `canned_responses` (`account_id`, `short_code`)

CREATE TABLE `custom_attribute_definitions` (`id` integer not null primary key autoincrement, `account_id` integer not null, `attribute_key` text not null, `attribute_model` text not null, `attribute_display_name` text not null, `attribute_display_type` text not null default 'text', `attribute_description` text null, `attribute_values` json not null default '[]', `default_value` integer null, `regex_pattern` text null, `regex_cue` text null, `created_at` datetime not null, `updated_at` datetime not null, constraint `custom_attribute_definitions_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)

CREATE UNIQUE INDEX `custom_attribute_definitions_attribute_key_unique` on `custom_attribute_definitions` (`account_id`, `attribute_model`, `attribute_key`)

CREATE TABLE `jobs` (`id` integer not null primary key autoincrement, `account_id` integer null, `kind` text not null, `subject` text null, `payload` json not null, `status` text not null default 'pending', `due_at` datetime not null, `leased_by` text null, `leased_until` datetime null, `attempts_count` integer not null default 0, `last_error` text null, `created_at` datetime not null, `finished_at` datetime null)

CREATE INDEX `jobs_status_kind_due_at_id_index` on `jobs` (`status`, `kind`, `due_at`, `id`)

CREATE INDEX `jobs_account_id_kind_created_at_index` on `jobs` (`account_id`, `kind`, `created_at`)

CREATE TABLE `labels` (`id` integer not null primary key autoincrement, `account_id` integer not null, `title` text not null, `description` text null, `color` text not null default '#1f93ff', `show_on_sidebar` boolean not null default true, `created_at` datetime not null, `updated_at` datetime not null, constraint `labels_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)

CREATE UNIQUE INDEX `labels_account_id_title_unique` on `labels` (`account_id`, `title`)

CREATE TABLE `platform_permissions` (`id` integer not null primary key autoincrement, `platform_app_id` integer not null, `permissible_type` text not null, `permissible_id` integer not null, `created_at` datetime not null, `may_manage` boolean not null default true, constraint `platform_permissions_platform_app_id_foreign` foreign key (`platform_app_id`) references `platform_apps` (`id`) on delete cascade)

CREATE UNIQUE INDEX `platform_permissions_platform_app_id_permissible_type_permissible_id_unique` on `platform_permissions` (`platform_app_id`, `permissible_type`, `permissible_id`)

CREATE TABLE `teams` (`id` integer not null primary key autoincrement, `account_id` integer not null, `name` text not null, `description` text null, `allow_auto_assign` boolean not null default true, `created_at` datetime not null, `updated_at` datetime not null, constraint `teams_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)

CREATE UNIQUE INDEX `teams_account_id_name_unique` on `teams` (`account_id`, `name`)

CREATE TABLE `team_members` (`id` integer not null primary key autoincrement, `team_id` integer not null, `user_id` integer not null, `created_at` datetime not null, constraint `team_members_team_id_foreign` foreign key (`team_id`) references `teams` (`id`) on delete cascade, constraint `team_members_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)

CREATE INDEX `team_members_user_id_index` on `team_members` (`user_id`)

CREATE UNIQUE INDEX `team_members_team_id_user_id_unique` on `team_members` (`team_id`, `user_id`)

CREATE TABLE `sessions` (`id` integer not null primary key autoincrement, `user_id` integer not null, `client` text not null, `digest` text not null, `expires_at` datetime not null, `last_used_at` datetime not null, `created_at` datetime not null, `ip_address` text null, `user_agent` text null, constraint `sessions_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)

CREATE INDEX `sessions_expires_at_index` on `sessions` (`expires_at`)

CREATE UNIQUE INDEX `sessions_user_id_client_unique` on `sessions` (`user_id`, `client`)

CREATE TABLE `notes` (`id` integer not null primary key autoincrement, `account_id` integer not null, `contact_id` integer not null, `user_id` integer null, `content` text not null, `created_at` datetime not null, `updated_at` datetime not null, constraint `notes_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `notes_contact_id_foreign` foreign key (`contact_id`) references `contacts` (`id`) on delete cascade, constraint `notes_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete set null)

CREATE INDEX `notes_account_id_index` on `notes` (`account_id`)

CREATE INDEX `notes_user_id_index` on `notes` (`user_id`)

CREATE INDEX `notes_contact_id_created_at_id_index` on `notes` (`contact_id`, `created_at`, `id`)

CREATE TABLE `inbox_members` (`id` integer not null primary key autoincrement, `inbox_id` integer not null, `user_id` integer not null, `last_assigned_at` datetime null, `created_at` datetime not null, constraint `inbox_members_inbox_id_foreign` foreign key (`inbox_id`) references `inboxes` (`id`) on delete cascade, constraint `inbox_members_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)

CREATE INDEX `inbox_members_user_id_index` on `inbox_members` (`user_id`)

CREATE UNIQUE INDEX `inbox_members_inbox_id_user_id_unique` on `inbox_members` (`inbox_id`, `user_id`)

CREATE TABLE `dashboard_apps` (`id` integer not null primary key autoincrement, `account_id` integer not null, `user_id` integer null, `title` text not null, `content` json not null, `created_at` datetime not null, `updated_at` datetime not null, constraint `dashboard_apps_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `dashboard_apps_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete set null)

CREATE INDEX `dashboard_apps_account_id_index` on `dashboard_apps` (`account_id`)

CREATE INDEX `dashboard_apps_user_id_index` on `dashboard_apps` (`user_id`)

CREATE TABLE `custom_filters` (`id` integer not null primary key autoincrement, `account_id` integer not null, `user_id` integer not null, `name` text not null, `filter_type` text not null default 'conversation', `query` json not null default '{}', `created_at` datetime not null, `updated_at` datetime not null, constraint `custom_filters_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `custom_filters_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)

CREATE INDEX `custom_filters_user_id_index` on `custom_filters` (`user_id`)

CREATE INDEX `custom_filters_account_id_user_id_filter_type_index` on `custom_filters` (`account_id`, `user_id`, `filter_type`)

CREATE TABLE `campaigns` (`id` integer not null primary key autoincrement, `account_id` integer not null, `inbox_id` integer not null, `sender_id` integer null, `display_id` integer not null, `title` text not null, `description` text null, `message` text not null, `campaign_status` text not null default 'active', `campaign_type` text not null default 'ongoing', `enabled` boolean not null default true, `scheduled_at` datetime null, `audience` json not null default '[]', `trigger_rules` json not null default '{}', `trigger_only_during_business_hours` boolean not null default false, `template_params` json not null default '{}', `created_at` datetime not null, `updated_at` datetime not null, `total_count` integer null, `sent_count` integer not null default 0, `failed_count` integer not null default 0, `turns_count` integer not null default 0, `last_contact_id` integer not null default 0, `until_contact_id` integer not null default 0, constraint `campaigns_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `campaigns_inbox_id_foreign` foreign key (`inbox_id`) references `inboxes` (`id`) on delete cascade, constraint `campaigns_sender_id_foreign` foreign key (`sender_id`) references `users` (`id`) on delete set null)

CREATE INDEX `campaigns_inbox_id_index` on `campaigns` (`inbox_id`)

CREATE INDEX `campaigns_sender_id_index` on `campaigns` (`sender_id`)

CREATE UNIQUE INDEX `campaigns_account_id_display_id_unique` on `campaigns` (`account_id`, `display_id`)

CREATE TABLE `participants` (`id` integer not null primary key autoincrement, `account_id` integer not null, `conversation_id` integer not null, `user_id` integer not null, `created_at` datetime not null, constraint `participants_conversation_id_foreign` foreign key (`conversation_id`) references `conversations` (`id`) on delete cascade, constraint `participants_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)

CREATE INDEX `participants_user_id_index` on `participants` (`user_id`)

CREATE UNIQUE INDEX `participants_conversation_id_user_id_unique` on `participants` (`conversation_id`, `user_id`)

CREATE TABLE `mentions` (`id` integer not null primary key autoincrement, `account_id` integer not null, `conversation_id` integer not null, `user_id` integer not null, `mentioned_at` datetime not null, constraint `mentions_conversation_id_foreign` foreign key (`conversation_id`) references `conversations` (`id`) on delete cascade, constraint `mentions_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)

CREATE INDEX `mentions_user_id_index` on `mentions` (`user_id`)

CREATE UNIQUE INDEX `mentions_conversation_id_user_id_unique` on `mentions` (`conversation_id`, `user_id`)

CREATE UNIQUE INDEX `channels_type_address_unique` on `channels` (`type`, `address`)

CREATE INDEX `conversations_assignee_bot_id_index` on `conversations` (`assignee_bot_id`)

CREATE INDEX `conversations_campaign_id_index` on `conversations` (`campaign_id`)

CREATE INDEX `conversations_snoozed_until_index` on `conversations` (`snoozed_until`) where snoozed_until is not null

CREATE INDEX `attachments_conversation_id_id_index` on `attachments` (`conversation_id`, `id`)

CREATE UNIQUE INDEX `attachments_thumbnail_key_unique` on `attachments` (`thumbnail_key`)

CREATE TABLE `idempotent_requests` (`credential` text not null, `key` text not null, `digest` text not null, `status` integer not null, `answer` text null, `created_at` datetime not null, `account_id` integer null, primary key (`credential`, `key`))

CREATE INDEX `idempotent_requests_created_at_index` on `idempotent_requests` (`created_at`)

CREATE TABLE `contact_labels` (`account_id` integer not null, `label` text not null, `contact_id` integer not null, primary key (`account_id`, `label`, `contact_id`))

CREATE TABLE `contact_texts` (`contact_id` integer not null primary key, `text` text not null)

CREATE TABLE `conversation_labels` (`account_id` integer not null, `label` text not null, `conversation_id` integer not null, primary key (`account_id`, `label`, `conversation_id`))

CREATE TABLE `search_changes` (`id` integer not null primary key autoincrement, `kind` text not null, `row_id` integer not null, `owner_id` integer not null)

CREATE INDEX `conversations_account_id_status_display_id_index` on `conversations` (`account_id`, `status`, `display_id`)

CREATE INDEX `conversations_team_id_status_last_activity_at_id_index` on `conversations` (`team_id`, `status`, `last_activity_at`, `id`) where team_id is not null

CREATE INDEX `conversations_account_id_priority_status_last_activity_at_id_assignee_id_inbox_id_index` on `conversations` (`account_id`, `priority`, `status`, `last_activity_at`, `id`, `assignee_id`, `inbox_id`) where priority is not null

CREATE INDEX `conversations_account_id_status_waiting_since_display_id_index` on `conversations` (`account_id`, `status`, `waiting_since`, `display_id`) where waiting_since is not null

CREATE VIRTUAL TABLE message_search using fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii', prefix='3 4 5 6 7 8 9 10 11 12 13 14')

CREATE VIRTUAL TABLE contact_search using fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii', prefix='3 4')

CREATE TRIGGER messages_changed after update of content on messages when new.content is not old.content begin
      insert into search_changes (kind, row_id, owner_id) values ('message', new.id, new.conversation_id);
    end

CREATE TRIGGER messages_gone after delete on messages when old.message_type in ('incoming', 'outgoing') and old.content is not null begin
      insert into search_changes (kind, row_id, owner_id) values ('message', old.id, old.conversation_id);
    end

CREATE TRIGGER contacts_known after insert on contacts begin
      insert into search_changes (kind, row_id, owner_id) values ('contact', new.id, new.account_id);
    end

CREATE TRIGGER contacts_changed after update of name, email, phone_number, identifier on contacts
      when new.name is not old.name or new.email is not old.email or new.phone_number is not old.phone_number or new.identifier is not old.identifier begin
      insert into search_changes (kind, row_id, owner_id) values ('contact', new.id, new.account_id);
    end

CREATE TRIGGER contacts_gone after delete on contacts begin
      insert into search_changes (kind, row_id, owner_id) values ('contact', old.id, old.account_id);
    end

CREATE TRIGGER conversations_label after insert on conversations when new.labels <> '[]' begin
      insert or ignore into conversation_labels (account_id, label, conversation_id) select new.account_id, value, new.id from json_each(new.labels);
    end

CREATE TRIGGER conversations_relabel after update of labels on conversations when new.labels <> old.labels begin
      delete from conversation_labels where account_id = old.account_id and label in (select value from json_each(old.labels)) and conversation_id = old.id;
      insert or ignore into conversation_labels (account_id, label, conversation_id) select new.account_id, value, new.id from json_each(new.labels);
    end

CREATE TRIGGER conversations_unlabel after delete on conversations when old.labels <> '[]' begin
      delete from conversation_labels where account_id = old.account_id and label in (select value from json_each(old.labels)) and conversation_id = old.id;
    end

CREATE TRIGGER contacts_label after insert on contacts when new.labels <> '[]' begin
      insert or ignore into contact_labels (account_id, label, contact_id) select new.account_id, value, new.id from json_each(new.labels);
    end

CREATE TRIGGER contacts_relabel after update of labels on contacts when new.labels <> old.labels begin
      delete from contact_labels where account_id = old.account_id and label in (select value from json_each(old.labels)) and contact_id = old.id;
      insert or ignore into contact_labels (account_id, label, contact_id) select new.account_id, value, new.id from json_each(new.labels);
    end

CREATE TRIGGER contacts_unlabel after delete on contacts when old.labels <> '[]' begin
      delete from contact_labels where account_id = old.account_id and label in (select value from json_each(old.labels)) and contact_id = old.id;
    end

CREATE TABLE `downloads` (`id` integer not null primary key autoincrement, `account_id` integer not null, `key` text not null, `filename` text not null, `content_type` text not null, `file_size` integer not null, `expires_at` datetime not null, `created_at` datetime not null, constraint `downloads_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)

CREATE INDEX `downloads_account_id_index` on `downloads` (`account_id`)

CREATE UNIQUE INDEX `downloads_key_unique` on `downloads` (`key`)

CREATE INDEX `downloads_expires_at_index` on `downloads` (`expires_at`)

CREATE TABLE `csat_survey_responses` (`id` integer not null primary key autoincrement, `account_id` integer not null, `conversation_id` integer not null, `message_id` integer not null, `contact_id` integer not null, `assigned_agent_id` integer null, `rating` integer not null, `feedback_message` text null, `created_at` datetime not null, `updated_at` datetime not null, `review_notes` text null, `review_notes_updated_at` datetime null, `review_notes_updated_by_id` integer null constraint `csat_survey_responses_review_notes_updated_by_id_foreign` references `users` (`id`) on delete set null, constraint `csat_survey_responses_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `csat_survey_responses_conversation_id_foreign` foreign key (`conversation_id`) references `conversations` (`id`) on delete cascade, constraint `csat_survey_responses_message_id_foreign` foreign key (`message_id`) references `messages` (`id`) on delete cascade, constraint `csat_survey_responses_contact_id_foreign` foreign key (`contact_id`) references `contacts` (`id`) on delete cascade, constraint `csat_survey_responses_assigned_agent_id_foreign` foreign key (`assigned_agent_id`) references `users` (`id`) on delete set null)

CREATE INDEX `csat_survey_responses_conversation_id_index` on `csat_survey_responses` (`conversation_id`)

CREATE UNIQUE INDEX `csat_survey_responses_message_id_unique` on `csat_survey_responses` (`message_id`)

CREATE INDEX `csat_survey_responses_contact_id_index` on `csat_survey_responses` (`contact_id`)

CREATE INDEX `csat_survey_responses_assigned_agent_id_index` on `csat_survey_responses` (`assigned_agent_id`)

CREATE INDEX `csat_survey_responses_account_id_created_at_id_index` on `csat_survey_responses` (`account_id`, `created_at`, `id`)

CREATE INDEX `messages_account_id_created_at_index` on `messages` (`account_id`, `created_at`) where content_type = 'input_csat'

CREATE TABLE `machine_clocks` (`boot_id` text not null primary key, `started_at` datetime not null)

CREATE TABLE `delivery_lanes` (`receiver_type` text not null, `receiver_id` integer not null, `lane` text not null, `account_id` integer not null, `due_at` datetime not null, `held_by` text null, primary key (`receiver_type`, `receiver_id`, `lane`))

CREATE INDEX `delivery_lanes_due_at_index` on `delivery_lanes` (`due_at`)

CREATE INDEX `delivery_lanes_account_id_receiver_type_receiver_id_due_at_index` on `delivery_lanes` (`account_id`, `receiver_type`, `receiver_id`, `due_at`)

CREATE INDEX `jobs_status_kind_account_id_due_at_id_index` on `jobs` (`status`, `kind`, `account_id`, `due_at`, `id`)

CREATE TABLE `payload_layouts` (`id` integer not null primary key autoincrement, `digest` text not null, `layout` text not null)

CREATE UNIQUE INDEX `payload_layouts_digest_unique` on `payload_layouts` (`digest`)

CREATE TABLE `message_search_mark` (`message_id` integer not null)

CREATE INDEX `contact_inboxes_pubsub_token_index` on `contact_inboxes` (`pubsub_token`)

CREATE INDEX `conversations_account_id_status_inbox_id_team_id_id_index` on `conversations` (`account_id`, `status`, `inbox_id`, `team_id`, `id`) where unread_count > 0

CREATE TABLE `forgotten_events` (`account_id` integer not null primary key, `up_to` integer not null)

CREATE INDEX `events_account_id_id_index` on `events` (`account_id`, `id`)

CREATE TABLE `push_keys` (`id` integer not null primary key, `public_key` text not null, `sealed_private_key` text not null, `created_at` datetime not null)

CREATE TABLE `notification_subscriptions` (`id` integer not null primary key autoincrement, `user_id` integer not null, `subscription_type` text not null, `identifier_digest` text not null, `push_token_digest` text null, `sealed_attributes` text not null, `created_at` datetime not null, `updated_at` datetime not null, constraint `notification_subscriptions_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)

CREATE INDEX `notification_subscriptions_user_id_index` on `notification_subscriptions` (`user_id`)

CREATE UNIQUE INDEX `notification_subscriptions_identifier_digest_unique` on `notification_subscriptions` (`identifier_digest`)

CREATE INDEX `notification_subscriptions_push_token_digest_index` on `notification_subscriptions` (`push_token_digest`)

CREATE TABLE `notifications` (`id` integer not null primary key autoincrement, `account_id` integer not null, `user_id` integer not null, `conversation_id` integer not null, `type` text not null, `secondary_actor_type` text null, `secondary_actor_id` integer null, `version` integer not null default 1, `read_at` datetime null, `snoozed_until` datetime null, `last_snoozed_at` datetime null, `last_activity_at` datetime not null, `created_at` datetime not null, `updated_at` datetime not null, constraint `notifications_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade, constraint `notifications_conversation_id_foreign` foreign key (`conversation_id`) references `conversations` (`id`) on delete cascade)

CREATE INDEX `notifications_snoozed_until_index` on `notifications` (`snoozed_until`)

CREATE INDEX `notifications_user_id_account_id_last_activity_at_id_index` on `notifications` (`user_id`, `account_id`, `last_activity_at`, `id`)

CREATE UNIQUE INDEX `notifications_conversation_id_user_id_unique` on `notifications` (`conversation_id`, `user_id`)

CREATE TABLE `blobs` (`id` integer not null primary key autoincrement, `account_id` integer not null, `key` text not null, `filename` text not null, `content_type` text not null, `file_size` integer not null, `checksum` text null, `metadata` json not null default '{}', `width` integer null, `height` integer null, `stored_at` datetime null, `expires_at` datetime null, `created_at` datetime not null, `macro_id` integer null constraint `blobs_macro_id_foreign` references `macros` (`id`) on delete set null, `rule_id` integer null constraint `blobs_rule_id_foreign` references `automation_rules` (`id`) on delete set null, constraint `blobs_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)

CREATE INDEX `blobs_account_id_index` on `blobs` (`account_id`)

CREATE UNIQUE INDEX `blobs_key_unique` on `blobs` (`key`)

CREATE INDEX `blobs_expires_at_index` on `blobs` (`expires_at`)

CREATE TABLE `macros` (`id` integer not null primary key autoincrement, `account_id` integer not null, `name` text not null, `visibility` text not null default 'personal', `created_by_id` integer null, `updated_by_id` integer null, `actions` json not null, `created_at` datetime not null, `updated_at` datetime not null, constraint `macros_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `macros_created_by_id_foreign` foreign key (`created_by_id`) references `users` (`id`) on delete set null, constraint `macros_updated_by_id_foreign` foreign key (`updated_by_id`) references `users` (`id`) on delete set null)

CREATE INDEX `macros_account_id_index` on `macros` (`account_id`)

CREATE INDEX `macros_created_by_id_index` on `macros` (`created_by_id`)

CREATE INDEX `macros_updated_by_id_index` on `macros` (`updated_by_id`)

CREATE TABLE `bulk_actions` (`id` integer not null primary key autoincrement, `account_id` integer not null, `user_id` integer not null, `type` text not null, `task` json not null, `status` text not null default 'queued', `total` integer not null, `done_count` integer not null default 0, `failed_count` integer not null default 0, `errors` json not null default '[]', `position` integer not null default 0, `step` integer not null default 0, `has_failed` boolean not null default false, `created_at` datetime not null, `finished_at` datetime null, constraint `bulk_actions_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `bulk_actions_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)

CREATE INDEX `bulk_actions_user_id_index` on `bulk_actions` (`user_id`)

CREATE INDEX `bulk_actions_finished_at_index` on `bulk_actions` (`finished_at`)

CREATE INDEX `bulk_actions_account_id_user_id_id_index` on `bulk_actions` (`account_id`, `user_id`, `id`)

CREATE INDEX `blobs_macro_id_index` on `blobs` (`macro_id`)

CREATE TABLE `login_links` (`id` integer not null primary key autoincrement, `user_id` integer not null, `digest` text not null, `expires_at` datetime not null, `created_at` datetime not null, constraint `login_links_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)

CREATE INDEX `login_links_user_id_index` on `login_links` (`user_id`)

CREATE UNIQUE INDEX `login_links_digest_unique` on `login_links` (`digest`)

CREATE INDEX `login_links_expires_at_index` on `login_links` (`expires_at`)

CREATE TABLE `presences` (`id` integer not null primary key autoincrement, `account_id` integer not null, `user_id` integer null, `contact_id` integer null, `online_until` datetime not null, constraint `presences_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `presences_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade, constraint `presences_contact_id_foreign` foreign key (`contact_id`) references `contacts` (`id`) on delete cascade)

CREATE INDEX `presences_user_id_index` on `presences` (`user_id`)

CREATE UNIQUE INDEX `presences_contact_id_unique` on `presences` (`contact_id`)

CREATE INDEX `presences_account_id_online_until_index` on `presences` (`account_id`, `online_until`)

CREATE UNIQUE INDEX `presences_account_id_user_id_unique` on `presences` (`account_id`, `user_id`)

CREATE INDEX `messages_conversation_id_source_id_index` on `messages` (`conversation_id`, `source_id`) where source_id is not null

CREATE TABLE `sendings` (`id` integer not null primary key autoincrement, `account_id` integer not null, `inbox_id` integer not null, `contact_inbox_id` integer not null, `message_id` integer not null, `status` text not null, `part_ids` json not null, `begun_at` datetime null, `attempts_count` integer not null default 0, `last_error` text null, `created_at` datetime not null, `ended_at` datetime null, `provider` text null, constraint `sendings_message_id_foreign` foreign key (`message_id`) references `messages` (`id`) on delete cascade)

CREATE UNIQUE INDEX `sendings_message_id_unique` on `sendings` (`message_id`)

CREATE INDEX `sendings_ended_at_index` on `sendings` (`ended_at`)

CREATE INDEX `sendings_contact_inbox_id_id_index` on `sendings` (`contact_inbox_id`, `id`) where status = 'queued'

CREATE INDEX `sendings_inbox_id_id_index` on `sendings` (`inbox_id`, `id`)

CREATE TABLE `received_events` (`id` integer not null primary key autoincrement, `account_id` integer not null, `inbox_id` integer not null, `key` text not null, `lane` text not null, `body` text not null, `status` text not null default 'waiting', `error` text null, `created_at` datetime not null, `ended_at` datetime null, `file_key` text null, constraint `received_events_inbox_id_foreign` foreign key (`inbox_id`) references `inboxes` (`id`) on delete cascade)

CREATE INDEX `received_events_ended_at_index` on `received_events` (`ended_at`)

CREATE INDEX `received_events_inbox_id_lane_id_index` on `received_events` (`inbox_id`, `lane`, `id`) where status = 'waiting'

CREATE UNIQUE INDEX `received_events_inbox_id_key_unique` on `received_events` (`inbox_id`, `key`)

CREATE TABLE `received_files` (`id` integer not null primary key autoincrement, `message_id` integer not null, `source` json not null default '{}', `name` text null, `content_type` text null, `error` text null, `created_at` datetime not null, constraint `received_files_message_id_foreign` foreign key (`message_id`) references `messages` (`id`) on delete cascade)

CREATE INDEX `received_files_message_id_index` on `received_files` (`message_id`)

CREATE TABLE `message_sources` (`id` integer not null primary key autoincrement, `inbox_id` integer not null, `key` text not null, `message_id` integer not null, constraint `message_sources_message_id_foreign` foreign key (`message_id`) references `messages` (`id`) on delete cascade)

CREATE INDEX `message_sources_message_id_index` on `message_sources` (`message_id`)

CREATE UNIQUE INDEX `message_sources_inbox_id_key_unique` on `message_sources` (`inbox_id`, `key`)

CREATE TABLE `authorizations` (`id` integer not null primary key autoincrement, `account_id` integer null, `channel_id` integer null, `provider` text not null, `sealed_tokens` text not null, `details` json not null default '{}', `reference_id` text null, `expires_at` datetime null, `refresh_due_at` datetime null, `leased_by` text null, `leased_until` datetime null, `problem` text null, `ended_at` datetime null, `created_at` datetime not null, `updated_at` datetime not null, constraint `authorizations_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete set null, constraint `authorizations_channel_id_foreign` foreign key (`channel_id`) references `channels` (`id`) on delete set null)

CREATE INDEX `authorizations_account_id_index` on `authorizations` (`account_id`)

CREATE UNIQUE INDEX `authorizations_channel_id_unique` on `authorizations` (`channel_id`)

CREATE INDEX `authorizations_refresh_due_at_index` on `authorizations` (`refresh_due_at`)

CREATE INDEX `authorizations_ended_at_index` on `authorizations` (`ended_at`)

CREATE TABLE `used_states` (`id` integer not null primary key autoincrement, `digest` text not null, `expires_at` datetime not null)

CREATE UNIQUE INDEX `used_states_digest_unique` on `used_states` (`digest`)

CREATE INDEX `used_states_expires_at_index` on `used_states` (`expires_at`)

CREATE TABLE `mailboxes` (`id` integer not null primary key autoincrement, `channel_id` integer not null, `uid_validity` text null, `last_uid` double not null default 0, `first_uid` double not null default 0, `since` datetime null, `read_at` datetime null, `due_at` datetime null, `leased_by` text null, `failures` integer not null default 0, `refusals` integer not null default 0, constraint `mailboxes_channel_id_foreign` foreign key (`channel_id`) references `channels` (`id`) on delete cascade)

CREATE UNIQUE INDEX `mailboxes_channel_id_unique` on `mailboxes` (`channel_id`)

CREATE INDEX `mailboxes_due_at_index` on `mailboxes` (`due_at`)

CREATE INDEX `jobs_subject_kind_status_index` on `jobs` (`subject`, `kind`, `status`)

CREATE TABLE `erasures` (`id` integer not null primary key autoincrement, `account_id` integer not null, `contact_id` integer not null, `user_id` integer null, `status` text not null default 'running', `sealed_subject` text null, `counts` json not null default '{}', `digest` text null, `requested_at` datetime not null, `finished_at` datetime null, constraint `erasures_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)

CREATE INDEX `erasures_account_id_id_index` on `erasures` (`account_id`, `id`)

CREATE INDEX `deliveries_receiver_type_receiver_id_status_id_index` on `deliveries` (`receiver_type`, `receiver_id`, `status`, `id`) where finished_at is not null

CREATE INDEX `deliveries_receiver_type_receiver_id_id_index` on `deliveries` (`receiver_type`, `receiver_id`, `id`) where finished_at is null

CREATE INDEX `erasures_account_id_contact_id_status_index` on `erasures` (`account_id`, `contact_id`, `status`)

CREATE TABLE `audit_logs` (`id` integer not null primary key autoincrement, `account_id` integer null, `auditable_type` text not null, `auditable_id` integer null, `version` integer not null, `action` text not null, `changes` json not null default '{}', `user_type` text null, `user_id` integer null, `username` text null, `comment` text null, `request_id` text null, `remote_address` text null, `created_at` datetime not null, constraint `audit_logs_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)

CREATE INDEX `audit_logs_created_at_index` on `audit_logs` (`created_at`)

CREATE INDEX `audit_logs_account_id_id_index` on `audit_logs` (`account_id`, `id`)

CREATE INDEX `audit_logs_auditable_type_auditable_id_version_index` on `audit_logs` (`auditable_type`, `auditable_id`, `version`)

CREATE TABLE `report_changes` (`id` integer not null primary key autoincrement, `account_id` integer not null, `kind` text not null, `subject` text not null, `quarter` integer not null, `incoming_messages` integer not null default 0, `outgoing_messages` integer not null default 0, `conversations` integer not null default 0, `resolutions` integer not null default 0, `resolution_seconds` double not null default 0, `resolution_business_seconds` double not null default 0, `bot_resolutions` integer not null default 0, `bot_handoffs` integer not null default 0, `first_responses` integer not null default 0, `first_response_seconds` double not null default 0, `first_response_business_seconds` double not null default 0, `replies` integer not null default 0, `reply_seconds` double not null default 0, `reply_business_seconds` double not null default 0)

CREATE INDEX `report_changes_account_id_kind_subject_quarter_index` on `report_changes` (`account_id`, `kind`, `subject`, `quarter`)

CREATE TABLE `report_progress` (`id` integer not null primary key, `messages_up_to` integer not null, `events_up_to` integer not null)

CREATE TABLE `report_sums` (`account_id` integer not null, `kind` text not null, `subject` text not null, `quarter` integer not null, `incoming_messages` integer not null default 0, `outgoing_messages` integer not null default 0, `conversations` integer not null default 0, `resolutions` integer not null default 0, `resolution_seconds` double not null default 0, `resolution_business_seconds` double not null default 0, `bot_resolutions` integer not null default 0, `bot_handoffs` integer not null default 0, `first_responses` integer not null default 0, `first_response_seconds` double not null default 0, `first_response_business_seconds` double not null default 0, `replies` integer not null default 0, `reply_seconds` double not null default 0, `reply_business_seconds` double not null default 0, `first_message_id` integer not null default 2147483647, `last_message_id` integer not null default 0, primary key (`account_id`, `kind`, `subject`, `quarter`)) without rowid

CREATE TABLE `reporting_events` (`id` integer not null primary key autoincrement, `account_id` integer not null, `name` text not null, `inbox_id` integer not null, `user_id` integer null, `conversation_id` integer not null, `value` integer not null, `value_in_business_hours` integer not null, `event_start_time` datetime not null, `event_end_time` datetime not null, `created_at` datetime not null, constraint `reporting_events_conversation_id_foreign` foreign key (`conversation_id`) references `conversations` (`id`) on delete cascade)

CREATE INDEX `reporting_events_conversation_id_id_index` on `reporting_events` (`conversation_id`, `id`)

CREATE INDEX `reporting_events_account_id_created_at_inbox_id_conversation_id_index` on `reporting_events` (`account_id`, `created_at`, `inbox_id`, `conversation_id`) where name = 'conversation_created'

CREATE INDEX `reporting_events_account_id_created_at_inbox_id_value_index` on `reporting_events` (`account_id`, `created_at`, `inbox_id`, `value`) where name = 'first_response'

CREATE INDEX `reporting_events_account_id_name_created_at_conversation_id_index` on `reporting_events` (`account_id`, `name`, `created_at`, `conversation_id`) where name in ('conversation_bot_handoff', 'conversation_bot_resolved')

CREATE TABLE `automation_rules` (`id` integer not null primary key autoincrement, `account_id` integer not null, `name` text not null, `description` text null, `event_name` text not null, `conditions` json not null, `actions` json not null, `active` boolean not null default true, `errors` json not null default '[]', `created_at` datetime not null, `updated_at` datetime not null, constraint `automation_rules_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)

CREATE INDEX `automation_rules_account_id_index` on `automation_rules` (`account_id`)

CREATE INDEX `blobs_rule_id_index` on `blobs` (`rule_id`)

CREATE TABLE `identities` (`id` integer not null primary key autoincrement, `user_id` integer not null, `issuer` text not null, `subject` text not null, `created_at` datetime not null, constraint `identities_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)

CREATE UNIQUE INDEX `identities_user_id_issuer_unique` on `identities` (`user_id`, `issuer`)

CREATE UNIQUE INDEX `identities_subject_issuer_unique` on `identities` (`subject`, `issuer`)

CREATE TABLE `saml_settings` (`id` integer not null primary key autoincrement, `account_id` integer not null, `sso_url` text not null, `certificate` text not null, `idp_entity_id` text not null, `role_mappings` json not null, `created_at` datetime not null, `updated_at` datetime not null, constraint `saml_settings_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)

CREATE UNIQUE INDEX `saml_settings_account_id_unique` on `saml_settings` (`account_id`)

CREATE TABLE `saml_users` (`id` integer not null primary key autoincrement, `user_id` integer not null, `account_id` integer null, `created_at` datetime not null, constraint `saml_users_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade, constraint `saml_users_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete set null)

CREATE UNIQUE INDEX `saml_users_user_id_unique` on `saml_users` (`user_id`)

CREATE INDEX `saml_users_account_id_index` on `saml_users` (`account_id`)

CREATE TABLE `authenticators` (`id` integer not null primary key autoincrement, `user_id` integer not null, `sealed_secret` text not null, `enabled_at` datetime null, `last_step` integer not null default 0, `backup_codes` json not null default '[]', `failures` integer not null default 0, `failing_since` datetime null, `created_at` datetime not null, `updated_at` datetime not null, constraint `authenticators_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)

CREATE UNIQUE INDEX `authenticators_user_id_unique` on `authenticators` (`user_id`)

CREATE TABLE `portals` (`id` integer not null primary key autoincrement, `account_id` integer not null, `slug` text not null, `name` text not null, `color` text not null default '#1f93ff', `custom_domain` text null, `header_text` text null, `page_title` text null, `homepage_link` text null, `archived` boolean not null default false, `config` json not null, `avatar_url` text null, `created_at` datetime not null, `updated_at` datetime not null, `deleted_at` datetime null, `claimed_domain` text null, constraint `portals_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)

CREATE INDEX `portals_account_id_index` on `portals` (`account_id`)

CREATE UNIQUE INDEX `portals_slug_unique` on `portals` (`slug`)

CREATE UNIQUE INDEX `portals_custom_domain_unique` on `portals` (`custom_domain`)

CREATE TABLE `categories` (`id` integer not null primary key autoincrement, `account_id` integer not null, `portal_id` integer not null, `name` text not null, `slug` text not null, `locale` text not null, `description` text null, `position` integer not null, `icon` text not null default '', `icon_color` text not null default '', `parent_category_id` integer null, `associated_category_id` integer null, `created_at` datetime not null, `updated_at` datetime not null, constraint `categories_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `categories_portal_id_foreign` foreign key (`portal_id`) references `portals` (`id`) on delete cascade, constraint `categories_parent_category_id_foreign` foreign key (`parent_category_id`) references `categories` (`id`) on delete set null, constraint `categories_associated_category_id_foreign` foreign key (`associated_category_id`) references `categories` (`id`) on delete set null)

CREATE INDEX `categories_account_id_index` on `categories` (`account_id`)

CREATE INDEX `categories_parent_category_id_index` on `categories` (`parent_category_id`)

CREATE INDEX `categories_associated_category_id_index` on `categories` (`associated_category_id`)

CREATE INDEX `categories_portal_id_locale_position_id_index` on `categories` (`portal_id`, `locale`, `position`, `id`)

CREATE UNIQUE INDEX `categories_portal_id_locale_slug_unique` on `categories` (`portal_id`, `locale`, `slug`)

CREATE TABLE `related_categories` (`category_id` integer not null, `related_category_id` integer not null, primary key (`category_id`, `related_category_id`), constraint `related_categories_category_id_foreign` foreign key (`category_id`) references `categories` (`id`) on update cascade on delete cascade, constraint `related_categories_related_category_id_foreign` foreign key (`related_category_id`) references `categories` (`id`) on update cascade on delete cascade)

CREATE INDEX `related_categories_related_category_id_index` on `related_categories` (`related_category_id`)

CREATE TABLE `articles` (`id` integer not null primary key autoincrement, `account_id` integer not null, `portal_id` integer not null, `category_id` integer null, `author_id` integer null, `associated_article_id` integer null, `slug` text not null, `locale` text not null, `title` text not null, `status` text not null default 'draft', `position` integer not null, `views` integer not null default 0, `meta` json not null default '{}', `created_at` datetime not null, `updated_at` datetime not null, `description` text null, `content` text null, constraint `articles_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `articles_portal_id_foreign` foreign key (`portal_id`) references `portals` (`id`) on delete cascade, constraint `articles_category_id_foreign` foreign key (`category_id`) references `categories` (`id`) on delete set null, constraint `articles_author_id_foreign` foreign key (`author_id`) references `users` (`id`) on delete set null, constraint `articles_associated_article_id_foreign` foreign key (`associated_article_id`) references `articles` (`id`) on delete set null)

CREATE INDEX `articles_account_id_index` on `articles` (`account_id`)

CREATE INDEX `articles_author_id_index` on `articles` (`author_id`)

CREATE INDEX `articles_associated_article_id_index` on `articles` (`associated_article_id`)

CREATE INDEX `articles_category_id_status_position_id_index` on `articles` (`category_id`, `status`, `position`, `id`)

CREATE INDEX `articles_portal_id_locale_status_views_id_index` on `articles` (`portal_id`, `locale`, `status`, `views`, `id`)

CREATE INDEX `articles_portal_id_updated_at_id_index` on `articles` (`portal_id`, `updated_at`, `id`)

CREATE UNIQUE INDEX `articles_portal_id_slug_unique` on `articles` (`portal_id`, `slug`)

CREATE INDEX `inboxes_portal_id_index` on `inboxes` (`portal_id`)

CREATE VIRTUAL TABLE article_search using fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii', prefix='3 4 5 6 7 8 9 10 11 12 13 14')

CREATE TRIGGER articles_gone after delete on articles begin
      delete from article_search where rowid = old.id;
    end

CREATE INDEX `campaigns_scheduled_at_index` on `campaigns` (`scheduled_at`)

CREATE INDEX `sendings_inbox_id_index` on `sendings` (`inbox_id`) where status = 'queued'

CREATE TABLE `agent_capacity_policies` (`id` integer not null primary key autoincrement, `account_id` integer not null, `name` text not null, `description` text null, `excluded_labels` json not null default '[]', `exclude_older_than_hours` integer null, `created_at` datetime not null, `updated_at` datetime not null, constraint `agent_capacity_policies_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)

CREATE UNIQUE INDEX `agent_capacity_policies_account_id_name_unique` on `agent_capacity_policies` (`account_id`, `name`)

CREATE TABLE `assignment_policies` (`id` integer not null primary key autoincrement, `account_id` integer not null, `name` text not null, `description` text null, `assignment_order` text not null default 'round_robin', `conversation_priority` text not null default 'earliest_created', `fair_distribution_limit` integer not null default 100, `fair_distribution_window` integer not null default 3600, `enabled` boolean not null default true, `created_at` datetime not null, `updated_at` datetime not null, constraint `assignment_policies_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)

CREATE UNIQUE INDEX `assignment_policies_account_id_name_unique` on `assignment_policies` (`account_id`, `name`)

CREATE TABLE `inbox_capacity_limits` (`id` integer not null primary key autoincrement, `agent_capacity_policy_id` integer not null, `inbox_id` integer not null, `conversation_limit` integer not null, `created_at` datetime not null, `updated_at` datetime not null, constraint `inbox_capacity_limits_agent_capacity_policy_id_foreign` foreign key (`agent_capacity_policy_id`) references `agent_capacity_policies` (`id`) on delete cascade, constraint `inbox_capacity_limits_inbox_id_foreign` foreign key (`inbox_id`) references `inboxes` (`id`) on delete cascade)

CREATE INDEX `inbox_capacity_limits_inbox_id_index` on `inbox_capacity_limits` (`inbox_id`)

CREATE UNIQUE INDEX `inbox_capacity_limits_agent_capacity_policy_id_inbox_id_unique` on `inbox_capacity_limits` (`agent_capacity_policy_id`, `inbox_id`)

CREATE TABLE `assignment_turns` (`id` integer not null primary key autoincrement, `inbox_member_id` integer not null, `assigned_at` datetime not null, constraint `assignment_turns_inbox_member_id_foreign` foreign key (`inbox_member_id`) references `inbox_members` (`id`) on delete cascade)

CREATE INDEX `assignment_turns_inbox_member_id_assigned_at_index` on `assignment_turns` (`inbox_member_id`, `assigned_at`)

CREATE INDEX `inboxes_assignment_policy_id_index` on `inboxes` (`assignment_policy_id`)

CREATE INDEX `conversations_inbox_id_id_index` on `conversations` (`inbox_id`, `id`) where assignee_id is null and status = 'open'

CREATE INDEX `account_users_agent_capacity_policy_id_index` on `account_users` (`agent_capacity_policy_id`)

CREATE TABLE `draft_messages` (`id` integer not null primary key autoincrement, `account_id` integer not null, `conversation_id` integer not null, `user_id` integer not null, `message` text not null, `updated_at` datetime not null, constraint `draft_messages_conversation_id_foreign` foreign key (`conversation_id`) references `conversations` (`id`) on delete cascade, constraint `draft_messages_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)

CREATE INDEX `draft_messages_user_id_index` on `draft_messages` (`user_id`)

CREATE UNIQUE INDEX `draft_messages_conversation_id_user_id_unique` on `draft_messages` (`conversation_id`, `user_id`)

CREATE INDEX `csat_survey_responses_review_notes_updated_by_id_index` on `csat_survey_responses` (`review_notes_updated_by_id`)

CREATE TABLE `hooks` (`id` integer not null primary key autoincrement, `account_id` integer not null, `app_id` text not null, `authorization_id` integer null, `enabled` boolean not null default true, `settings` json not null default '{}', `sealed_settings` text null, `created_at` datetime not null, `updated_at` datetime not null, `after_message_id` integer null, constraint `hooks_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `hooks_authorization_id_foreign` foreign key (`authorization_id`) references `authorizations` (`id`) on delete cascade)

CREATE UNIQUE INDEX `hooks_authorization_id_unique` on `hooks` (`authorization_id`)

CREATE UNIQUE INDEX `hooks_account_id_app_id_unique` on `hooks` (`account_id`, `app_id`)

CREATE TABLE `slack_threads` (`id` integer not null primary key autoincrement, `hook_id` integer not null, `conversation_id` integer not null, `channel_id` text not null, `thread_ts` text null, `last_message_id` integer not null, `sending_message_id` integer null, `sending_since` datetime null, constraint `slack_threads_hook_id_foreign` foreign key (`hook_id`) references `hooks` (`id`) on delete cascade, constraint `slack_threads_conversation_id_foreign` foreign key (`conversation_id`) references `conversations` (`id`) on delete cascade)

CREATE INDEX `slack_threads_conversation_id_index` on `slack_threads` (`conversation_id`)

CREATE INDEX `slack_threads_thread_ts_channel_id_index` on `slack_threads` (`thread_ts`, `channel_id`)

CREATE UNIQUE INDEX `slack_threads_hook_id_conversation_id_unique` on `slack_threads` (`hook_id`, `conversation_id`)

CREATE INDEX `reporting_events_account_id_created_at_id_name_index` on `reporting_events` (`account_id`, `created_at`, `id`, `name`)

CREATE INDEX `deliveries_message_id_index` on `deliveries` (`message_id`) where message_id is not null

CREATE TABLE `article_counts` (`portal_id` integer not null, `locale` text not null, `category_id` integer not null, `status` text not null, `author_id` integer not null, `count` integer not null, primary key (`portal_id`, `locale`, `category_id`, `status`, `author_id`), constraint `article_counts_portal_id_foreign` foreign key (`portal_id`) references `portals` (`id`) on delete cascade)

CREATE INDEX `article_counts_author_id_index` on `article_counts` (`author_id`)

CREATE INDEX `articles_portal_id_position_index` on `articles` (`portal_id`, `position`)

CREATE TABLE `contact_keys` (`id` integer not null primary key autoincrement, `inbox_id` integer not null, `key` text not null, `contact_inbox_id` integer not null, constraint `contact_keys_contact_inbox_id_foreign` foreign key (`contact_inbox_id`) references `contact_inboxes` (`id`) on delete cascade)

CREATE INDEX `contact_keys_contact_inbox_id_index` on `contact_keys` (`contact_inbox_id`)

CREATE UNIQUE INDEX `contact_keys_inbox_id_key_unique` on `contact_keys` (`inbox_id`, `key`)

CREATE INDEX `conversations_team_id_inbox_id_id_index` on `conversations` (`team_id`, `inbox_id`, `id`) where team_id is not null and assignee_id is null and status = 'open'

CREATE INDEX `contact_inboxes_proved_email_index` on `contact_inboxes` (`proved_email`)

CREATE INDEX `received_events_file_key_index` on `received_events` (`file_key`) where file_key is not null

CREATE INDEX `portals_claimed_domain_index` on `portals` (`claimed_domain`)

CREATE INDEX `channels_type_claimed_address_index` on `channels` (`type`, `claimed_address`)

insert into article_search (article_search, rank) values ('automerge', 0)

insert into contact_search (contact_search, rank) values ('automerge', 0)

insert into message_search (message_search, rank) values ('automerge', 0)

insert into message_search_mark (message_id) values (0)

insert into report_progress (id, messages_up_to, events_up_to) values (1, 0, 0)

insert into migrations (name) values
  ('202611211115-initial'),
  ('202611211430-application-api'),
  ('202611211458-search'),
  ('202611211700-mail-and-csv'),
  ('202611211953-deleted-inboxes'),
  ('202611220228-loops'),
  ('202611220229-machine-clocks'),
  ('202611220230-invitations'),
  ('202611220231-fair-shares'),
  ('202611221240-one-activity-index-less'),
  ('202611221300-payload-layouts'),
  ('202611221600-new-messages-in-search'),
  ('202611221610-search-merges'),
  ('202611221817-pubsub-tokens'),
  ('202611221820-unread-conversations'),
  ('202611221822-event-feed'),
  ('202611221824-notifications'),
  ('202611221827-blobs'),
  ('202611221841-macros-and-bulk-actions'),
  ('202611221843-webhook-dialects'),
  ('202611221854-platform'),
  ('202611221856-presences'),
  ('202611222210-campaign-numbers'),
  ('202611222240-message-source-ids'),
  ('202611230114-sendings'),
  ('202611230455-received-events'),
  ('202611230506-message-templates'),
  ('202611230518-sending-providers'),
  ('202611230606-authorizations'),
  ('202611230820-mailboxes'),
  ('202611230832-shared-things'),
  ('202611231538-jobs-by-subject'),
  ('202611231558-erasures'),
  ('202611231559-tokens-and-sessions'),
  ('202611231600-webhook-deliveries'),
  ('202611231629-pending-deliveries'),
  ('202611232034-scope-erasures'),
  ('202611232047-audit-logs'),
  ('202611232053-reports'),
  ('202611240415-own-contacts'),
  ('202611261221-automation-rules'),
  ('202611261222-single-sign-on'),
  ('202611261223-saml'),
  ('202611261245-authenticators'),
  ('202611261246-help-centre'),
  ('202611261247-campaign-progress'),
  ('202611261248-assignment-policies'),
  ('202611261307-drafts-and-review-notes'),
  ('202611261406-hooks'),
  ('202611261407-slack'),
  ('202611261430-count-reporting-events'),
  ('202611261816-note-when-slack-is-told'),
  ('202611261822-go-on-from-now-in-slack'),
  ('202611261843-deleted-portals'),
  ('202611261924-index-deliveries-of-messages'),
  ('202611261933-article-counts'),
  ('202611261938-article-positions'),
  ('202611290113-platform-tokens-invite'),
  ('202611290117-contact-keys'),
  ('202611290119-team-conversations-that-wait'),
  ('202611290151-convert-attributes'),
  ('202611290207-fold-search'),
  ('202611290251-claims'),
  ('202611290309-raw-mails-as-files'),
  ('202611290645-claimed-domains'),
  ('202611290703-claimed-addresses'),
  ('202611291015-proved-addresses')
