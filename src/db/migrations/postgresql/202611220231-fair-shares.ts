import { Migration } from '@mikro-orm/migrations';

/** The account of each lane, and the indexes for sharing delivery places between accounts and receivers. */
export class Migration202611220231 extends Migration {
  override up(): void {
    this.addSql("alter table \"delivery_lanes\" add \"account_id\" int null");
    this.addSql("update \"delivery_lanes\" l set \"account_id\" = (select d.\"account_id\" from \"deliveries\" d where d.\"receiver_type\" = l.\"receiver_type\" and d.\"receiver_id\" = l.\"receiver_id\" and d.\"lane\" = l.\"lane\" and d.\"status\" = 'pending' limit 1)");
    // A lane in which nothing is pending has nothing to be sent.
    this.addSql("delete from \"delivery_lanes\" where \"account_id\" is null");
    this.addSql("alter table \"delivery_lanes\" alter column \"account_id\" set not null");
    this.addSql("create index \"delivery_lanes_account_id_receiver_type_receiver_i_c84e5_index\" on \"delivery_lanes\" (\"account_id\", \"receiver_type\", \"receiver_id\", \"due_at\")");
    this.addSql("create index \"jobs_status_kind_account_id_due_at_id_index\" on \"jobs\" (\"status\", \"kind\", \"account_id\", \"due_at\", \"id\")");
  }
}
