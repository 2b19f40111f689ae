import { Migration } from '@mikro-orm/migrations';

/** Automation rules; accounts say what their active ones wait for, and blobs which one sends them. */
export class Migration202611261221 extends Migration {
  override up(): void {
    this.addSql("create table `automation_rules` (`id` integer not null primary key autoincrement, `account_id` integer not null, `name` text not null, `description` text null, `event_name` text not null, `conditions` json not null, `actions` json not null, `active` boolean not null default true, `errors` json not null default '[]', `created_at` datetime not null, `updated_at` datetime not null, constraint `automation_rules_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)");
    this.addSql("create index `automation_rules_account_id_index` on `automation_rules` (`account_id`)");
    this.addSql("alter table `accounts` add column `rule_events` text not null default ''");
    this.addSql("alter table `blobs` add column `rule_id` integer null constraint `blobs_rule_id_foreign` references `automation_rules` (`id`) on delete set null");
    this.addSql("create index `blobs_rule_id_index` on `blobs` (`rule_id`)");
  }
}
