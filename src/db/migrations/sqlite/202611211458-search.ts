import { Migration } from '@mikro-orm/migrations';

/** The search index, tables of labels, and indexes for sorting lists. Triggers record changes, so that none is missed. */
export class Migration202611211458 extends Migration {
  override up(): void {
    this.addSql("create table `contact_labels` (`account_id` integer not null, `label` text not null, `contact_id` integer not null, primary key (`account_id`, `label`, `contact_id`))");
    this.addSql("create table `contact_texts` (`contact_id` integer not null primary key, `text` text not null)");
    this.addSql("create table `conversation_labels` (`account_id` integer not null, `label` text not null, `conversation_id` integer not null, primary key (`account_id`, `label`, `conversation_id`))");
    this.addSql("create table `search_changes` (`id` integer not null primary key autoincrement, `kind` text not null, `row_id` integer not null, `owner_id` integer not null)");
    this.addSql("drop index `conversations_team_id_index`");
    this.addSql("create index `conversations_account_id_status_display_id_index` on `conversations` (`account_id`, `status`, `display_id`)");
    this.addSql("create index `conversations_team_id_status_last_activity_at_id_index` on `conversations` (`team_id`, `status`, `last_activity_at`, `id`) where team_id is not null");
    this.addSql("create index `conversations_account_id_priority_status_last_activity_at_id_assignee_id_inbox_id_index` on `conversations` (`account_id`, `priority`, `status`, `last_activity_at`, `id`, `assignee_id`, `inbox_id`) where priority is not null");
    this.addSql("create index `conversations_account_id_status_waiting_since_display_id_index` on `conversations` (`account_id`, `status`, `waiting_since`, `display_id`) where waiting_since is not null");

    // The words of messages and contacts; an index without content. "ascii" splits at the spaces between the
    // words. "prefix" indexes the beginnings of words, one to twelve letters after the account's two characters; without
    // it, each search would first collect the messages of every word that begins so.
    this.addSql("create virtual table message_search using fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii', prefix='3 4 5 6 7 8 9 10 11 12 13 14')");
    this.addSql("create virtual table contact_search using fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii', prefix='3 4')");
    this.addSql("insert into search_changes (kind, row_id, owner_id) select 'message', id, conversation_id from messages where message_type in ('incoming', 'outgoing') order by id");
    this.addSql("insert into search_changes (kind, row_id, owner_id) select 'contact', id, account_id from contacts order by id");
    this.addSql(`create trigger messages_said after insert on messages when new.message_type in ('incoming', 'outgoing') and new.content is not null begin
      insert into search_changes (kind, row_id, owner_id) values ('message', new.id, new.conversation_id);
    end`);
    this.addSql(`create trigger messages_changed after update of content on messages when new.content is not old.content begin
      insert into search_changes (kind, row_id, owner_id) values ('message', new.id, new.conversation_id);
    end`);
    this.addSql(`create trigger messages_gone after delete on messages when old.message_type in ('incoming', 'outgoing') and old.content is not null begin
      insert into search_changes (kind, row_id, owner_id) values ('message', old.id, old.conversation_id);
    end`);
    this.addSql(`create trigger contacts_known after insert on contacts begin
      insert into search_changes (kind, row_id, owner_id) values ('contact', new.id, new.account_id);
    end`);
    this.addSql(`create trigger contacts_changed after update of name, email, phone_number, identifier on contacts
      when new.name is not old.name or new.email is not old.email or new.phone_number is not old.phone_number or new.identifier is not old.identifier begin
      insert into search_changes (kind, row_id, owner_id) values ('contact', new.id, new.account_id);
    end`);
    this.addSql(`create trigger contacts_gone after delete on contacts begin
      insert into search_changes (kind, row_id, owner_id) values ('contact', old.id, old.account_id);
    end`);

    this.addSql(`insert into conversation_labels (account_id, label, conversation_id) select distinct t.account_id, l.value, t.id from conversations t, json_each(t.labels) l`);
    this.addSql(`create trigger conversations_label after insert on conversations when new.labels <> '[]' begin
      insert or ignore into conversation_labels (account_id, label, conversation_id) select new.account_id, value, new.id from json_each(new.labels);
    end`);
    this.addSql(`create trigger conversations_relabel after update of labels on conversations when new.labels <> old.labels begin
      delete from conversation_labels where account_id = old.account_id and label in (select value from json_each(old.labels)) and conversation_id = old.id;
      insert or ignore into conversation_labels (account_id, label, conversation_id) select new.account_id, value, new.id from json_each(new.labels);
    end`);
    this.addSql(`create trigger conversations_unlabel after delete on conversations when old.labels <> '[]' begin
      delete from conversation_labels where account_id = old.account_id and label in (select value from json_each(old.labels)) and conversation_id = old.id;
    end`);

    this.addSql(`insert into contact_labels (account_id, label, contact_id) select distinct t.account_id, l.value, t.id from contacts t, json_each(t.labels) l`);
    this.addSql(`create trigger contacts_label after insert on contacts when new.labels <> '[]' begin
      insert or ignore into contact_labels (account_id, label, contact_id) select new.account_id, value, new.id from json_each(new.labels);
    end`);
    this.addSql(`create trigger contacts_relabel after update of labels on contacts when new.labels <> old.labels begin
      delete from contact_labels where account_id = old.account_id and label in (select value from json_each(old.labels)) and contact_id = old.id;
      insert or ignore into contact_labels (account_id, label, contact_id) select new.account_id, value, new.id from json_each(new.labels);
    end`);
    this.addSql(`create trigger contacts_unlabel after delete on contacts when old.labels <> '[]' begin
      delete from contact_labels where account_id = old.account_id and label in (select value from json_each(old.labels)) and contact_id = old.id;
    end`);
  }
}
