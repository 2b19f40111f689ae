import { Migration } from '@mikro-orm/migrations';

/** audit-logs */
export class Migration202611232047 extends Migration {
  override up(): void {
    this.addSql("create table `audit_logs` (`id` integer not null primary key autoincrement, `account_id` integer null, `auditable_type` text not null, `auditable_id` integer null, `version` integer not null, `action` text not null, `changes` json not null default '{}', `user_type` text null, `user_id` integer null, `username` text null, `comment` text null, `request_id` text null, `remote_address` text null, `created_at` datetime not null, constraint `audit_logs_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)");
    this.addSql("create index `audit_logs_created_at_index` on `audit_logs` (`created_at`)");
    this.addSql("create index `audit_logs_account_id_id_index` on `audit_logs` (`account_id`, `id`)");
    this.addSql("create index `audit_logs_auditable_type_auditable_id_version_index` on `audit_logs` (`auditable_type`, `auditable_id`, `version`)");
  }
}
