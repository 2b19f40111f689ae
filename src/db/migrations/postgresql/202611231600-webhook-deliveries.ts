import { Migration } from '@mikro-orm/migrations';

/** webhook-deliveries */
export class Migration202611231600 extends Migration {
  override up(): void {
    this.addSql("create index \"deliveries_receiver_type_receiver_id_status_id_index\" on \"deliveries\" (\"receiver_type\", \"receiver_id\", \"status\", \"id\") where finished_at is not null");
    this.addSql("alter table \"webhooks\" add \"previous_sealed_secret\" text collate \"C\" null, add \"previous_secret_until\" timestamptz(3) null");
  }
}
