import { Migration } from '@mikro-orm/migrations';

/**
 * Notes whose e-mail address is proved. Users of before count as proved, as they were taken for until now, unless the audit log says that they
 * have changed their address themselves.
 */
export class Migration202611291015 extends Migration {
  override up(): void {
    this.addSql("alter table `users` add column `email_proved_at` datetime null");
    this.addSql(`update users set email_proved_at = created_at
      where not exists (
        select 1 from audit_logs l
        where l.auditable_type = 'User' and l.auditable_id = users.id
          and l.action = 'update' and l.user_type = 'User' and l.changes ->> 'email' is not null
      )`);
  }
}
