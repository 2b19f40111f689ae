import { Migration } from '@mikro-orm/migrations';

/** sending-providers */
export class Migration202611230518 extends Migration {
  override up(): void {
    this.addSql("alter table \"sendings\" add \"provider\" varchar(255) collate \"C\" null");
  }
}
