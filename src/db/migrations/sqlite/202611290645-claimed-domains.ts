import { Migration } from '@mikro-orm/migrations';

/** Keeps domains that portals wait for, since a portal of another account has them. */
export class Migration202611290645 extends Migration {
  override up(): void {
    this.addSql("alter table `portals` add column `claimed_domain` text null");
    this.addSql("create index `portals_claimed_domain_index` on `portals` (`claimed_domain`)");
  }
}
