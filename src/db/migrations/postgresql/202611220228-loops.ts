import { Migration } from '@mikro-orm/migrations';

/** Counts automatic changes in a row of a conversation, and notes whose loops were stopped. */
export class Migration202611220228 extends Migration {
  override up(): void {
    this.addSql("alter table \"agent_bots\" add \"loop_stopped_at\" timestamptz(3) null, add \"loop_conversation_id\" int null");
    this.addSql("alter table \"events\" add \"chain_length\" int not null default 0");
    this.addSql("alter table \"conversations\" add \"chain_length\" int not null default 0, add \"chain_began_at\" timestamptz(3) null");
    this.addSql("alter table \"webhooks\" add \"loop_stopped_at\" timestamptz(3) null, add \"loop_conversation_id\" int null");
  }
}
