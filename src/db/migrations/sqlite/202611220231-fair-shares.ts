import { Migration } from '@mikro-orm/migrations';

/** The account of each lane, and the indexes for sharing delivery places between accounts and receivers. */
export class Migration202611220231 extends Migration {
  override up(): void {
    // A column without a default cannot be added; the few lanes that there are go into a new table.
    this.addSql("alter table `delivery_lanes` rename to `old_delivery_lanes`");
    this.addSql("drop index `delivery_lanes_due_at_index`");
    this.addSql("create table `delivery_lanes` (`receiver_type` text not null, `receiver_id` integer not null, `lane` text not null, `account_id` integer not null, `due_at` datetime not null, `held_by` text null, primary key (`receiver_type`, `receiver_id`, `lane`))");
    this.addSql("insert into `delivery_lanes` select l.`receiver_type`, l.`receiver_id`, l.`lane`, d.`account_id`, l.`due_at`, l.`held_by` from `old_delivery_lanes` l join `deliveries` d on d.`id` = (select min(p.`id`) from `deliveries` p where p.`receiver_type` = l.`receiver_type` and p.`receiver_id` = l.`receiver_id` and p.`lane` = l.`lane` and p.`status` = 'pending')");
    this.addSql("drop table `old_delivery_lanes`");
    this.addSql("create index `delivery_lanes_due_at_index` on `delivery_lanes` (`due_at`)");
    this.addSql("create index `delivery_lanes_account_id_receiver_type_receiver_id_due_at_index` on `delivery_lanes` (`account_id`, `receiver_type`, `receiver_id`, `due_at`)");
    this.addSql("create index `jobs_status_kind_account_id_due_at_id_index` on `jobs` (`status`, `kind`, `account_id`, `due_at`, `id`)");
  }
}
