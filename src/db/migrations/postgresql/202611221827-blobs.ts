import { Migration } from '@mikro-orm/migrations';

/** Files that are uploaded by themselves. */
export class Migration202611221827 extends Migration {
  override up(): void {
    this.addSql("create table \"blobs\" (\"id\" serial primary key, \"account_id\" int not null, \"key\" varchar(255) collate \"C\" not null, \"filename\" varchar(255) collate \"C\" not null, \"content_type\" varchar(255) collate \"C\" not null, \"file_size\" int not null, \"checksum\" varchar(255) collate \"C\" null, \"metadata\" jsonb not null default '{}', \"width\" int null, \"height\" int null, \"stored_at\" timestamptz(3) null, \"expires_at\" timestamptz(3) null, \"created_at\" timestamptz(3) not null)");
    this.addSql("create index \"blobs_account_id_index\" on \"blobs\" (\"account_id\")");
    this.addSql("alter table \"blobs\" add constraint \"blobs_key_unique\" unique (\"key\")");
    this.addSql("create index \"blobs_expires_at_index\" on \"blobs\" (\"expires_at\")");
    this.addSql("alter table \"blobs\" add constraint \"blobs_account_id_foreign\" foreign key (\"account_id\") references \"accounts\" (\"id\") on delete cascade");
  }
}
