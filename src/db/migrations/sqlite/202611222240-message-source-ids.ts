import { Migration } from '@mikro-orm/migrations';

/** For finding a message by the id that its sender gave it. */
export class Migration202611222240 extends Migration {
  override up(): void {
    this.addSql("create index `messages_conversation_id_source_id_index` on `messages` (`conversation_id`, `source_id`) where source_id is not null");
  }
}
