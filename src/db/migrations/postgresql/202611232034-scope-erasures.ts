import { Migration } from '@mikro-orm/migrations';

/** scope-erasures */
export class Migration202611232034 extends Migration {
  override up(): void {
    this.addSql("create index \"erasures_account_id_contact_id_status_index\" on \"erasures\" (\"account_id\", \"contact_id\", \"status\")");
    this.addSql("alter table \"idempotent_requests\" add \"account_id\" int null");
  }
}
