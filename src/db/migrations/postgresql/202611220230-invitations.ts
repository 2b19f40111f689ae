import { Migration } from '@mikro-orm/migrations';

/** What an account calls its members, and whether they have accepted; those who are there have. */
export class Migration202611220230 extends Migration {
  override up(): void {
    this.addSql("alter table \"account_users\" add \"shown_name\" varchar(255) collate \"C\" null, add \"invited_email\" varchar(255) collate \"C\" null");
  }
}
