import { Migration } from '@mikro-orm/migrations';

/** What an account calls its members, and whether they have accepted; those who are there have. */
export class Migration202611220230 extends Migration {
  override up(): void {
    this.addSql("alter table `account_users` add column `shown_name` text null");
    this.addSql("alter table `account_users` add column `invited_email` text null");
  }
}
