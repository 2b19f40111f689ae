import { Migration } from '@mikro-orm/migrations';

/** Names, scopes and ends of API tokens, and where sessions were begun. */
export class Migration202611231559 extends Migration {
  override up(): void {
    this.addSql("alter table `access_tokens` add column `last_four` text null");
    this.addSql("alter table `access_tokens` add column `name` text null");
    this.addSql("alter table `access_tokens` add column `scope` text not null default 'write'");
    this.addSql("alter table `access_tokens` add column `expires_at` datetime null");
    this.addSql("alter table `sessions` add column `ip_address` text null");
    this.addSql("alter table `sessions` add column `user_agent` text null");
  }
}
