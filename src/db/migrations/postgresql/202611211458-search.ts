import { Migration } from '@mikro-orm/migrations';

/** The search index, tables of labels, and indexes for sorting lists. Triggers record changes, so that none is missed. */
export class Migration202611211458 extends Migration {
  override up(): void {
    this.addSql("create table \"contact_labels\" (\"account_id\" int not null, \"label\" varchar(255) collate \"C\" not null, \"contact_id\" int not null, primary key (\"account_id\", \"label\", \"contact_id\"))");
    this.addSql("create table \"contact_texts\" (\"contact_id\" int not null, \"text\" text collate \"C\" not null, primary key (\"contact_id\"))");
    this.addSql("create table \"conversation_labels\" (\"account_id\" int not null, \"label\" varchar(255) collate \"C\" not null, \"conversation_id\" int not null, primary key (\"account_id\", \"label\", \"conversation_id\"))");
    this.addSql("create table \"search_changes\" (\"id\" serial primary key, \"kind\" varchar(255) collate \"C\" not null, \"row_id\" int not null, \"owner_id\" int not null)");
    this.addSql("drop index \"conversations_team_id_index\"");
    this.addSql("create index \"conversations_account_id_status_display_id_index\" on \"conversations\" (\"account_id\", \"status\", \"display_id\")");
    this.addSql("create index \"conversations_team_id_status_last_activity_at_id_index\" on \"conversations\" (\"team_id\", \"status\", \"last_activity_at\", \"id\") where team_id is not null");
    this.addSql("create index \"conversations_account_id_priority_status_last_acti_a555c_index\" on \"conversations\" (\"account_id\", \"priority\", \"status\", \"last_activity_at\", \"id\", \"assignee_id\", \"inbox_id\") where priority is not null");
    this.addSql("create index \"conversations_account_id_status_waiting_since_display_id_index\" on \"conversations\" (\"account_id\", \"status\", \"waiting_since\", \"display_id\") where waiting_since is not null");

    // The words of messages and contacts. No foreign keys: deleted rows are removed from the index with the other changes.
    this.addSql('create table message_search (message_id int primary key, conversation_id int not null, words tsvector not null)');
    this.addSql('create index message_search_words on message_search using gin (words)');
    this.addSql('create table contact_search (contact_id int primary key, words tsvector not null)');
    this.addSql('create index contact_search_words on contact_search using gin (words)');
    this.addSql("insert into search_changes (kind, row_id, owner_id) select 'message', id, conversation_id from messages where message_type in ('incoming', 'outgoing') order by id");
    this.addSql("insert into search_changes (kind, row_id, owner_id) select 'contact', id, account_id from contacts order by id");
    this.addSql(`create function note_message_change() returns trigger language plpgsql as $$ declare it messages := coalesce(new, old); begin
      insert into search_changes (kind, row_id, owner_id) values ('message', it.id, it.conversation_id);
      return null;
    end $$`);
    this.addSql("create trigger messages_said after insert on messages for each row when (new.message_type in ('incoming', 'outgoing') and new.content is not null) execute function note_message_change()");
    this.addSql('create trigger messages_changed after update of content on messages for each row when (new.content is distinct from old.content) execute function note_message_change()');
    this.addSql("create trigger messages_gone after delete on messages for each row when (old.message_type in ('incoming', 'outgoing') and old.content is not null) execute function note_message_change()");
    this.addSql(`create function note_contact_change() returns trigger language plpgsql as $$ declare it contacts := coalesce(new, old); begin
      insert into search_changes (kind, row_id, owner_id) values ('contact', it.id, it.account_id);
      return null;
    end $$`);
    this.addSql('create trigger contacts_known after insert on contacts for each row execute function note_contact_change()');
    this.addSql(`create trigger contacts_changed after update of name, email, phone_number, identifier on contacts for each row
      when ((new.name, new.email, new.phone_number, new.identifier) is distinct from (old.name, old.email, old.phone_number, old.identifier)) execute function note_contact_change()`);
    this.addSql('create trigger contacts_gone after delete on contacts for each row execute function note_contact_change()');

    this.addSql(`insert into conversation_labels (account_id, label, conversation_id) select distinct t.account_id, l.value, t.id from conversations t, jsonb_array_elements_text(t.labels) l (value)`);
    this.addSql(`create function keep_conversation_labels() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then
        delete from conversation_labels where account_id = old.account_id and label in (select jsonb_array_elements_text(old.labels)) and conversation_id = old.id;
      end if;
      if tg_op <> 'DELETE' then
        insert into conversation_labels (account_id, label, conversation_id) select new.account_id, value, new.id from jsonb_array_elements_text(new.labels) l (value) on conflict do nothing;
      end if;
      return null;
    end $$`);
    this.addSql(`create trigger conversations_label after insert on conversations for each row when (new.labels <> '[]') execute function keep_conversation_labels()`);
    this.addSql(`create trigger conversations_relabel after update of labels on conversations for each row when (new.labels <> old.labels) execute function keep_conversation_labels()`);
    this.addSql(`create trigger conversations_unlabel after delete on conversations for each row when (old.labels <> '[]') execute function keep_conversation_labels()`);

    this.addSql(`insert into contact_labels (account_id, label, contact_id) select distinct t.account_id, l.value, t.id from contacts t, jsonb_array_elements_text(t.labels) l (value)`);
    this.addSql(`create function keep_contact_labels() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then
        delete from contact_labels where account_id = old.account_id and label in (select jsonb_array_elements_text(old.labels)) and contact_id = old.id;
      end if;
      if tg_op <> 'DELETE' then
        insert into contact_labels (account_id, label, contact_id) select new.account_id, value, new.id from jsonb_array_elements_text(new.labels) l (value) on conflict do nothing;
      end if;
      return null;
    end $$`);
    this.addSql(`create trigger contacts_label after insert on contacts for each row when (new.labels <> '[]') execute function keep_contact_labels()`);
    this.addSql(`create trigger contacts_relabel after update of labels on contacts for each row when (new.labels <> old.labels) execute function keep_contact_labels()`);
    this.addSql(`create trigger contacts_unlabel after delete on contacts for each row when (old.labels <> '[]') execute function keep_contact_labels()`);
  }
}
