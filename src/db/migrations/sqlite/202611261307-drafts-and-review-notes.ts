import { Migration } from '@mikro-orm/migrations';

/** What members have begun to write, and what the team notes about answers to surveys. */
export class Migration202611261307 extends Migration {
  override up(): void {
    this.addSql("create table `draft_messages` (`id` integer not null primary key autoincrement, `account_id` integer not null, `conversation_id` integer not null, `user_id` integer not null, `message` text not null, `updated_at` datetime not null, constraint `draft_messages_conversation_id_foreign` foreign key (`conversation_id`) references `conversations` (`id`) on delete cascade, constraint `draft_messages_user_id_foreign` foreign key (`user_id`) references `users` (`id`) on delete cascade)");
    this.addSql("create index `draft_messages_user_id_index` on `draft_messages` (`user_id`)");
    this.addSql("create unique index `draft_messages_conversation_id_user_id_unique` on `draft_messages` (`conversation_id`, `user_id`)");
    this.addSql("alter table `csat_survey_responses` add column `review_notes` text null");
    this.addSql("alter table `csat_survey_responses` add column `review_notes_updated_at` datetime null");
    this.addSql("alter table `csat_survey_responses` add column `review_notes_updated_by_id` integer null constraint `csat_survey_responses_review_notes_updated_by_id_foreign` references `users` (`id`) on delete set null");
    this.addSql("create index `csat_survey_responses_review_notes_updated_by_id_index` on `csat_survey_responses` (`review_notes_updated_by_id`)");
  }
}
