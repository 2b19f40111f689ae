import { Migration } from '@mikro-orm/migrations';

/** Inboxes that nobody finds any more while their conversations are being removed. */
export class Migration202611211953 extends Migration {
  override up(): void {
    this.addSql("alter table `inboxes` add column `deleted_at` datetime null");
  }
}
