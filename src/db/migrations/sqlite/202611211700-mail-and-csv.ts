import { Migration } from '@mikro-orm/migrations';

/** Downloads, and answers to satisfaction surveys. */
export class Migration202611211700 extends Migration {
  override up(): void {
    this.addSql("create table `downloads` (`id` integer not null primary key autoincrement, `account_id` integer not null, `key` text not null, `filename` text not null, `content_type` text not null, `file_size` integer not null, `expires_at` datetime not null, `created_at` datetime not null, constraint `downloads_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)");
    this.addSql("create index `downloads_account_id_index` on `downloads` (`account_id`)");
    this.addSql("create unique index `downloads_key_unique` on `downloads` (`key`)");
    this.addSql("create index `downloads_expires_at_index` on `downloads` (`expires_at`)");
    this.addSql("create table `csat_survey_responses` (`id` integer not null primary key autoincrement, `account_id` integer not null, `conversation_id` integer not null, `message_id` integer not null, `contact_id` integer not null, `assigned_agent_id` integer null, `rating` integer not null, `feedback_message` text null, `created_at` datetime not null, `updated_at` datetime not null, constraint `csat_survey_responses_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `csat_survey_responses_conversation_id_foreign` foreign key (`conversation_id`) references `conversations` (`id`) on delete cascade, constraint `csat_survey_responses_message_id_foreign` foreign key (`message_id`) references `messages` (`id`) on delete cascade, constraint `csat_survey_responses_contact_id_foreign` foreign key (`contact_id`) references `contacts` (`id`) on delete cascade, constraint `csat_survey_responses_assigned_agent_id_foreign` foreign key (`assigned_agent_id`) references `users` (`id`) on delete set null)");
    this.addSql("create index `csat_survey_responses_conversation_id_index` on `csat_survey_responses` (`conversation_id`)");
    this.addSql("create unique index `csat_survey_responses_message_id_unique` on `csat_survey_responses` (`message_id`)");
    this.addSql("create index `csat_survey_responses_contact_id_index` on `csat_survey_responses` (`contact_id`)");
    this.addSql("create index `csat_survey_responses_assigned_agent_id_index` on `csat_survey_responses` (`assigned_agent_id`)");
    this.addSql("create index `csat_survey_responses_account_id_created_at_id_index` on `csat_survey_responses` (`account_id`, `created_at`, `id`)");
    this.addSql("create index `messages_account_id_created_at_index` on `messages` (`account_id`, `created_at`) where content_type = 'input_csat'");
  }
}
