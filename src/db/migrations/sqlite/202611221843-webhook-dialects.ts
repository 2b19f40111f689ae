import { Migration } from '@mikro-orm/migrations';

/** The dialect of a webhook; existing ones follow the setting. */
export class Migration202611221843 extends Migration {
  override up(): void {
    this.addSql("alter table `webhooks` add column `dialect` text null");
  }
}
