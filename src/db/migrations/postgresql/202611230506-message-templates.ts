import { Migration } from '@mikro-orm/migrations';

/** The message templates of WhatsApp numbers. */
export class Migration202611230506 extends Migration {
  override up(): void {
    this.addSql("alter table \"channels\" add \"message_templates\" jsonb null");
  }
}
