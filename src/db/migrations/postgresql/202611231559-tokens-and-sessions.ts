import { Migration } from '@mikro-orm/migrations';

/** Names, scopes and ends of API tokens, and where sessions were begun. */
export class Migration202611231559 extends Migration {
  override up(): void {
    this.addSql("alter table \"access_tokens\" add \"last_four\" varchar(255) collate \"C\" null, add \"name\" varchar(255) collate \"C\" null, add \"scope\" varchar(255) collate \"C\" not null default 'write', add \"expires_at\" timestamptz(3) null");
    this.addSql("alter table \"sessions\" add \"ip_address\" varchar(255) collate \"C\" null, add \"user_agent\" text collate \"C\" null");
  }
}
