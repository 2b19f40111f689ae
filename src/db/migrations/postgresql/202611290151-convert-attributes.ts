import { Migration } from '@mikro-orm/migrations';

/** Has jobs convert the attributes that are stored already to the kinds of their definitions, some rows at a time. */
export class Migration202611290151 extends Migration {
  override up(): void {
    this.addSql(`insert into jobs (kind, account_id, subject, payload, due_at, created_at)
      select 'convert_attributes', account_id, 'attributes:' || account_id || ':' || attribute_model,
        jsonb_build_object('model', attribute_model), now(), now()
      from custom_attribute_definitions
      where attribute_model in ('contact_attribute', 'conversation_attribute')
      group by account_id, attribute_model`);
  }
}
