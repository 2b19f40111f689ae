import { Migration } from '@mikro-orm/migrations';

/** The name of a member in an account, and whether the invitation was accepted; existing members have accepted. */
export class Migration202611220230 extends Migration {
  override up(): void {
    this.addSql("alter table \"account_users\" add \"shown_name\" varchar(255) collate \"C\" null, add \"invited_email\" varchar(255) collate \"C\" null");
  }
}
