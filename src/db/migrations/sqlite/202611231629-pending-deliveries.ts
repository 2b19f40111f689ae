import { Migration } from '@mikro-orm/migrations';

/** pending-deliveries */
export class Migration202611231629 extends Migration {
  override up(): void {
    this.addSql("create index `deliveries_receiver_type_receiver_id_id_index` on `deliveries` (`receiver_type`, `receiver_id`, `id`) where finished_at is null");
  }
}
