import { Migration } from '@mikro-orm/migrations';

/** Keeps who contacts say to be without a proof, and the addresses that they have answered from, with their contact inboxes. */
export class Migration202611290251 extends Migration {
  override up(): void {
    this.addSql("alter table `contact_inboxes` add column `claims` json not null default '{}'");
    this.addSql("alter table `contact_inboxes` add column `proved_email` text null");
    this.addSql("create index `contact_inboxes_proved_email_index` on `contact_inboxes` (`proved_email`)");
  }
}
