import { Migration } from '@mikro-orm/migrations';

/** Help centres: portals with categories and articles, an index of the words of articles, and the portal that an inbox offers. */
export class Migration202611261246 extends Migration {
  override up(): void {
    this.addSql("create table `portals` (`id` integer not null primary key autoincrement, `account_id` integer not null, `slug` text not null, `name` text not null, `color` text not null default '#1f93ff', `custom_domain` text null, `header_text` text null, `page_title` text null, `homepage_link` text null, `archived` boolean not null default false, `config` json not null, `avatar_url` text null, `created_at` datetime not null, `updated_at` datetime not null, constraint `portals_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade)");
    this.addSql("create index `portals_account_id_index` on `portals` (`account_id`)");
    this.addSql("create unique index `portals_slug_unique` on `portals` (`slug`)");
    this.addSql("create unique index `portals_custom_domain_unique` on `portals` (`custom_domain`)");
    this.addSql("create table `categories` (`id` integer not null primary key autoincrement, `account_id` integer not null, `portal_id` integer not null, `name` text not null, `slug` text not null, `locale` text not null, `description` text null, `position` integer not null, `icon` text not null default '', `icon_color` text not null default '', `parent_category_id` integer null, `associated_category_id` integer null, `created_at` datetime not null, `updated_at` datetime not null, constraint `categories_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `categories_portal_id_foreign` foreign key (`portal_id`) references `portals` (`id`) on delete cascade, constraint `categories_parent_category_id_foreign` foreign key (`parent_category_id`) references `categories` (`id`) on delete set null, constraint `categories_associated_category_id_foreign` foreign key (`associated_category_id`) references `categories` (`id`) on delete set null)");
    this.addSql("create index `categories_account_id_index` on `categories` (`account_id`)");
    this.addSql("create index `categories_parent_category_id_index` on `categories` (`parent_category_id`)");
    this.addSql("create index `categories_associated_category_id_index` on `categories` (`associated_category_id`)");
    this.addSql("create index `categories_portal_id_locale_position_id_index` on `categories` (`portal_id`, `locale`, `position`, `id`)");
    this.addSql("create unique index `categories_portal_id_locale_slug_unique` on `categories` (`portal_id`, `locale`, `slug`)");
    this.addSql("create table `related_categories` (`category_id` integer not null, `related_category_id` integer not null, primary key (`category_id`, `related_category_id`), constraint `related_categories_category_id_foreign` foreign key (`category_id`) references `categories` (`id`) on update cascade on delete cascade, constraint `related_categories_related_category_id_foreign` foreign key (`related_category_id`) references `categories` (`id`) on update cascade on delete cascade)");
    this.addSql("create index `related_categories_related_category_id_index` on `related_categories` (`related_category_id`)");
    this.addSql("create table `articles` (`id` integer not null primary key autoincrement, `account_id` integer not null, `portal_id` integer not null, `category_id` integer null, `author_id` integer null, `associated_article_id` integer null, `slug` text not null, `locale` text not null, `title` text not null, `status` text not null default 'draft', `position` integer not null, `views` integer not null default 0, `meta` json not null default '{}', `created_at` datetime not null, `updated_at` datetime not null, `description` text null, `content` text null, constraint `articles_account_id_foreign` foreign key (`account_id`) references `accounts` (`id`) on delete cascade, constraint `articles_portal_id_foreign` foreign key (`portal_id`) references `portals` (`id`) on delete cascade, constraint `articles_category_id_foreign` foreign key (`category_id`) references `categories` (`id`) on delete set null, constraint `articles_author_id_foreign` foreign key (`author_id`) references `users` (`id`) on delete set null, constraint `articles_associated_article_id_foreign` foreign key (`associated_article_id`) references `articles` (`id`) on delete set null)");
    this.addSql("create index `articles_account_id_index` on `articles` (`account_id`)");
    this.addSql("create index `articles_author_id_index` on `articles` (`author_id`)");
    this.addSql("create index `articles_associated_article_id_index` on `articles` (`associated_article_id`)");
    this.addSql("create index `articles_category_id_status_position_id_index` on `articles` (`category_id`, `status`, `position`, `id`)");
    this.addSql("create index `articles_portal_id_locale_status_views_id_index` on `articles` (`portal_id`, `locale`, `status`, `views`, `id`)");
    this.addSql("create index `articles_portal_id_updated_at_id_index` on `articles` (`portal_id`, `updated_at`, `id`)");
    this.addSql("create unique index `articles_portal_id_slug_unique` on `articles` (`portal_id`, `slug`)");
    this.addSql("alter table `inboxes` add column `portal_id` integer null constraint `inboxes_portal_id_foreign` references `portals` (`id`) on delete set null");
    this.addSql("create index `inboxes_portal_id_index` on `inboxes` (`portal_id`)");

    // The words of articles, as those of messages. Deleted ones are taken out by a trigger, since portals take theirs along.
    this.addSql("create virtual table article_search using fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii', prefix='3 4 5 6 7 8 9 10 11 12 13 14')");
    this.addSql(`create trigger articles_gone after delete on articles begin
      delete from article_search where rowid = old.id;
    end`);
  }
}
