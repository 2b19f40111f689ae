import { Migration } from '@mikro-orm/migrations';

/** shared-things */
export class Migration202611230832 extends Migration {
  override up(): void {
    this.addSql("alter table `attachments` add column `details` json null");
  }
}
