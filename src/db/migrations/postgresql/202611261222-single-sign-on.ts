import { Migration } from '@mikro-orm/migrations';

/** What the OpenID Connect provider of the installation calls users. */
export class Migration202611261222 extends Migration {
  override up(): void {
    this.addSql("create table \"identities\" (\"id\" serial primary key, \"user_id\" int not null, \"issuer\" text collate \"C\" not null, \"subject\" text collate \"C\" not null, \"created_at\" timestamptz(3) not null)");
    this.addSql("alter table \"identities\" add constraint \"identities_user_id_issuer_unique\" unique (\"user_id\", \"issuer\")");
    this.addSql("alter table \"identities\" add constraint \"identities_subject_issuer_unique\" unique (\"subject\", \"issuer\")");
    this.addSql("alter table \"identities\" add constraint \"identities_user_id_foreign\" foreign key (\"user_id\") references \"users\" (\"id\") on delete cascade");
  }
}
