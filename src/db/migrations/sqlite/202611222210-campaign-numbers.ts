import { Migration } from '@mikro-orm/migrations';

/** The last number that a campaign of the account was given. */
export class Migration202611222210 extends Migration {
  override up(): void {
    this.addSql("alter table `accounts` add column `last_campaign_id` integer not null default 0");
    this.addSql(
      "update `accounts` set `last_campaign_id` = (select coalesce(max(`display_id`), 0) from `campaigns` where `account_id` = `accounts`.`id`)",
    );
  }
}
