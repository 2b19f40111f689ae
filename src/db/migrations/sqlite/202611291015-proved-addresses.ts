import { Migration } from '@mikro-orm/migrations';

/** Notes whose e-mail address is proved. Users of before count as proved, as they were taken for until now. */
export class Migration202611291015 extends Migration {
  override up(): void {
    this.addSql("alter table `users` add column `email_proved_at` datetime null");
    this.addSql('update users set email_proved_at = created_at');
  }
}
