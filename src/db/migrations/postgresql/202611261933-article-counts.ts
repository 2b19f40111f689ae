import { Migration } from '@mikro-orm/migrations';

/** Keeps how many articles portals have, so that pages which show it need not count them. */
export class Migration202611261933 extends Migration {
  override up(): void {
    this.addSql("create table \"article_counts\" (\"portal_id\" int not null, \"locale\" varchar(255) collate \"C\" not null, \"category_id\" int not null, \"status\" varchar(255) collate \"C\" not null, \"author_id\" int not null, \"count\" int not null, primary key (\"portal_id\", \"locale\", \"category_id\", \"status\", \"author_id\"))");
    this.addSql("create index \"article_counts_author_id_index\" on \"article_counts\" (\"author_id\")");
    this.addSql("alter table \"article_counts\" add constraint \"article_counts_portal_id_foreign\" foreign key (\"portal_id\") references \"portals\" (\"id\") on delete cascade");
    this.addSql(`insert into article_counts (portal_id, locale, category_id, status, author_id, count)
      select portal_id, locale, coalesce(category_id, 0), status, coalesce(author_id, 0), count(*) from articles
      group by 1, 2, 3, 4, 5`);
  }
}
