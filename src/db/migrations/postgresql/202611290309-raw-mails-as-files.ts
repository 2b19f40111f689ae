import { Migration } from '@mikro-orm/migrations';

/** Raw mails are files, which what was received names. */
export class Migration202611290309 extends Migration {
  override up(): void {
    this.addSql("alter table \"received_events\" add \"file_key\" varchar(255) collate \"C\" null");
    this.addSql("create index \"received_events_file_key_index\" on \"received_events\" (\"file_key\") where file_key is not null");
  }
}
