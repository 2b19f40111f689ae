import { Migration } from '@mikro-orm/migrations';

/** Says which contacts were added with a contact inbox. Until now, one moment for both told so. */
export class Migration202611240415 extends Migration {
  override up(): void {
    this.addSql("alter table \"contact_inboxes\" add \"made_contact\" boolean not null default false");
    this.addSql(
      'update contact_inboxes set made_contact = true where created_at = (select c.created_at from contacts c where c.id = contact_inboxes.contact_id)',
    );
  }
}
