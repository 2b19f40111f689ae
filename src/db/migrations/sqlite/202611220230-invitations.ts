import { Migration } from '@mikro-orm/migrations';

/** The name of a member in an account, and whether the invitation was accepted; existing members have accepted. */
export class Migration202611220230 extends Migration {
  override up(): void {
    this.addSql("alter table `account_users` add column `shown_name` text null");
    this.addSql("alter table `account_users` add column `invited_email` text null");
  }
}
