import { Migration } from '@mikro-orm/migrations';

/** Hides deleted inboxes while their conversations are being removed. */
export class Migration202611211953 extends Migration {
  override up(): void {
    this.addSql("alter table \"inboxes\" add \"deleted_at\" timestamptz(3) null");
  }
}
