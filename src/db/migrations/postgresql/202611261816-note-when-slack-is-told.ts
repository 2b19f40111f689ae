import { Migration } from '@mikro-orm/migrations';

/** Threads at Slack say since when a message is on its way there. */
export class Migration202611261816 extends Migration {
  override up(): void {
    this.addSql("alter table \"slack_threads\" add \"sending_since\" timestamptz(3) null");
  }
}
