import { Migration } from '@mikro-orm/migrations';

/** Help centres: portals with categories and articles, an index of the words of articles, and the portal that an inbox offers. */
export class Migration202611261246 extends Migration {
  override up(): void {
    this.addSql("create table \"portals\" (\"id\" serial primary key, \"account_id\" int not null, \"slug\" varchar(255) collate \"C\" not null, \"name\" varchar(255) collate \"C\" not null, \"color\" varchar(255) collate \"C\" not null default '#1f93ff', \"custom_domain\" varchar(255) collate \"C\" null, \"header_text\" text collate \"C\" null, \"page_title\" varchar(255) collate \"C\" null, \"homepage_link\" text collate \"C\" null, \"archived\" boolean not null default false, \"config\" jsonb not null, \"avatar_url\" text collate \"C\" null, \"created_at\" timestamptz(3) not null, \"updated_at\" timestamptz(3) not null)");
    this.addSql("create index \"portals_account_id_index\" on \"portals\" (\"account_id\")");
    this.addSql("alter table \"portals\" add constraint \"portals_slug_unique\" unique (\"slug\")");
    this.addSql("alter table \"portals\" add constraint \"portals_custom_domain_unique\" unique (\"custom_domain\")");
    this.addSql("create table \"categories\" (\"id\" serial primary key, \"account_id\" int not null, \"portal_id\" int not null, \"name\" varchar(255) collate \"C\" not null, \"slug\" varchar(255) collate \"C\" not null, \"locale\" varchar(255) collate \"C\" not null, \"description\" text collate \"C\" null, \"position\" int not null, \"icon\" varchar(255) collate \"C\" not null default '', \"icon_color\" varchar(255) collate \"C\" not null default '', \"parent_category_id\" int null, \"associated_category_id\" int null, \"created_at\" timestamptz(3) not null, \"updated_at\" timestamptz(3) not null)");
    this.addSql("create index \"categories_account_id_index\" on \"categories\" (\"account_id\")");
    this.addSql("create index \"categories_parent_category_id_index\" on \"categories\" (\"parent_category_id\")");
    this.addSql("create index \"categories_associated_category_id_index\" on \"categories\" (\"associated_category_id\")");
    this.addSql("create index \"categories_portal_id_locale_position_id_index\" on \"categories\" (\"portal_id\", \"locale\", \"position\", \"id\")");
    this.addSql("alter table \"categories\" add constraint \"categories_portal_id_locale_slug_unique\" unique (\"portal_id\", \"locale\", \"slug\")");
    this.addSql("create table \"related_categories\" (\"category_id\" int not null, \"related_category_id\" int not null, primary key (\"category_id\", \"related_category_id\"))");
    this.addSql("create index \"related_categories_related_category_id_index\" on \"related_categories\" (\"related_category_id\")");
    this.addSql("create table \"articles\" (\"id\" serial primary key, \"account_id\" int not null, \"portal_id\" int not null, \"category_id\" int null, \"author_id\" int null, \"associated_article_id\" int null, \"slug\" varchar(255) collate \"C\" not null, \"locale\" varchar(255) collate \"C\" not null, \"title\" varchar(255) collate \"C\" not null, \"status\" varchar(255) collate \"C\" not null default 'draft', \"position\" int not null, \"views\" int not null default 0, \"meta\" jsonb not null default '{}', \"created_at\" timestamptz(3) not null, \"updated_at\" timestamptz(3) not null, \"description\" text collate \"C\" null, \"content\" text collate \"C\" null)");
    this.addSql("create index \"articles_account_id_index\" on \"articles\" (\"account_id\")");
    this.addSql("create index \"articles_author_id_index\" on \"articles\" (\"author_id\")");
    this.addSql("create index \"articles_associated_article_id_index\" on \"articles\" (\"associated_article_id\")");
    this.addSql("create index \"articles_category_id_status_position_id_index\" on \"articles\" (\"category_id\", \"status\", \"position\", \"id\")");
    this.addSql("create index \"articles_portal_id_locale_status_views_id_index\" on \"articles\" (\"portal_id\", \"locale\", \"status\", \"views\", \"id\")");
    this.addSql("create index \"articles_portal_id_updated_at_id_index\" on \"articles\" (\"portal_id\", \"updated_at\", \"id\")");
    this.addSql("alter table \"articles\" add constraint \"articles_portal_id_slug_unique\" unique (\"portal_id\", \"slug\")");
    this.addSql("alter table \"inboxes\" add \"portal_id\" int null");
    this.addSql("alter table \"inboxes\" add constraint \"inboxes_portal_id_foreign\" foreign key (\"portal_id\") references \"portals\" (\"id\") on delete set null");
    this.addSql("create index \"inboxes_portal_id_index\" on \"inboxes\" (\"portal_id\")");
    this.addSql("alter table \"portals\" add constraint \"portals_account_id_foreign\" foreign key (\"account_id\") references \"accounts\" (\"id\") on delete cascade");
    this.addSql("alter table \"categories\" add constraint \"categories_account_id_foreign\" foreign key (\"account_id\") references \"accounts\" (\"id\") on delete cascade");
    this.addSql("alter table \"categories\" add constraint \"categories_portal_id_foreign\" foreign key (\"portal_id\") references \"portals\" (\"id\") on delete cascade");
    this.addSql("alter table \"categories\" add constraint \"categories_parent_category_id_foreign\" foreign key (\"parent_category_id\") references \"categories\" (\"id\") on delete set null");
    this.addSql("alter table \"categories\" add constraint \"categories_associated_category_id_foreign\" foreign key (\"associated_category_id\") references \"categories\" (\"id\") on delete set null");
    this.addSql("alter table \"related_categories\" add constraint \"related_categories_category_id_foreign\" foreign key (\"category_id\") references \"categories\" (\"id\") on update cascade on delete cascade");
    this.addSql("alter table \"related_categories\" add constraint \"related_categories_related_category_id_foreign\" foreign key (\"related_category_id\") references \"categories\" (\"id\") on update cascade on delete cascade");
    this.addSql("alter table \"articles\" add constraint \"articles_account_id_foreign\" foreign key (\"account_id\") references \"accounts\" (\"id\") on delete cascade");
    this.addSql("alter table \"articles\" add constraint \"articles_portal_id_foreign\" foreign key (\"portal_id\") references \"portals\" (\"id\") on delete cascade");
    this.addSql("alter table \"articles\" add constraint \"articles_category_id_foreign\" foreign key (\"category_id\") references \"categories\" (\"id\") on delete set null");
    this.addSql("alter table \"articles\" add constraint \"articles_author_id_foreign\" foreign key (\"author_id\") references \"users\" (\"id\") on delete set null");
    this.addSql("alter table \"articles\" add constraint \"articles_associated_article_id_foreign\" foreign key (\"associated_article_id\") references \"articles\" (\"id\") on delete set null");

    // The words of articles.
    this.addSql('create table article_search (article_id int primary key references articles (id) on delete cascade, words tsvector not null)');
    this.addSql('create index article_search_words on article_search using gin (words)');
  }
}
