import { Migration } from '@mikro-orm/migrations';

/** Counts automatic changes in a row of a conversation, and notes whose loops were stopped. */
export class Migration202611220228 extends Migration {
  override up(): void {
    this.addSql("alter table `agent_bots` add column `loop_stopped_at` datetime null");
    this.addSql("alter table `agent_bots` add column `loop_conversation_id` integer null");
    this.addSql("alter table `events` add column `chain_length` integer not null default 0");
    this.addSql("alter table `conversations` add column `chain_length` integer not null default 0");
    this.addSql("alter table `conversations` add column `chain_began_at` datetime null");
    this.addSql("alter table `webhooks` add column `loop_stopped_at` datetime null");
    this.addSql("alter table `webhooks` add column `loop_conversation_id` integer null");
  }
}
