import { Migration } from '@mikro-orm/migrations';

/** Keeps addresses that inboxes wait for, since an inbox of another account has them, and when an address was proved. */
export class Migration202611290703 extends Migration {
  override up(): void {
    this.addSql("alter table `channels` add column `claimed_address` text null");
    this.addSql("alter table `channels` add column `address_proved_at` datetime null");
    this.addSql("create index `channels_type_claimed_address_index` on `channels` (`type`, `claimed_address`)");
  }
}
