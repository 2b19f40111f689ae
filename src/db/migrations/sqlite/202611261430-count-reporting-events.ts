import { Migration } from '@mikro-orm/migrations';

/** An index of the events of an account that has what their counts ask for. */
export class Migration202611261430 extends Migration {
  override up(): void {
    this.addSql("drop index `reporting_events_account_id_created_at_id_index`");
    this.addSql("create index `reporting_events_account_id_created_at_id_name_index` on `reporting_events` (`account_id`, `created_at`, `id`, `name`)");
  }
}
