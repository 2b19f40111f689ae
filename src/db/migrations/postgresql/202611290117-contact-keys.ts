import { Migration } from '@mikro-orm/migrations';

/** contact-keys */
export class Migration202611290117 extends Migration {
  override up(): void {
    this.addSql("create table \"contact_keys\" (\"id\" serial primary key, \"inbox_id\" int not null, \"key\" text collate \"C\" not null, \"contact_inbox_id\" int not null)");
    this.addSql("create index \"contact_keys_contact_inbox_id_index\" on \"contact_keys\" (\"contact_inbox_id\")");
    this.addSql("alter table \"contact_keys\" add constraint \"contact_keys_inbox_id_key_unique\" unique (\"inbox_id\", \"key\")");
    this.addSql("alter table \"contact_keys\" add constraint \"contact_keys_contact_inbox_id_foreign\" foreign key (\"contact_inbox_id\") references \"contact_inboxes\" (\"id\") on delete cascade");
  }
}
