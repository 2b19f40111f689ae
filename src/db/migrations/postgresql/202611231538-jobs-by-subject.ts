import { Migration } from '@mikro-orm/migrations';

/** jobs-by-subject */
export class Migration202611231538 extends Migration {
  override up(): void {
    this.addSql("drop index \"jobs_subject_index\"");
    this.addSql("create index \"jobs_subject_kind_status_index\" on \"jobs\" (\"subject\", \"kind\", \"status\")");
  }
}
