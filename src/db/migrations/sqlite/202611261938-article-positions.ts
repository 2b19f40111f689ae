import { Migration } from '@mikro-orm/migrations';

/** An index by which the place behind all articles of a portal is found. */
export class Migration202611261938 extends Migration {
  override up(): void {
    this.addSql("create index `articles_portal_id_position_index` on `articles` (`portal_id`, `position`)");
  }
}
