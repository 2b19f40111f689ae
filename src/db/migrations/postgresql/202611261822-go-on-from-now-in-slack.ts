import { Migration } from '@mikro-orm/migrations';

/** Hooks of Slack say from which message on it is told. */
export class Migration202611261822 extends Migration {
  override up(): void {
    this.addSql("alter table \"hooks\" add \"after_message_id\" int null");
  }
}
