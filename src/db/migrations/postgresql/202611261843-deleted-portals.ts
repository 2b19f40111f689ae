import { Migration } from '@mikro-orm/migrations';

/** Hides deleted portals while what is in them is being removed. */
export class Migration202611261843 extends Migration {
  override up(): void {
    this.addSql("alter table \"portals\" add \"deleted_at\" timestamptz(3) null");
  }
}
