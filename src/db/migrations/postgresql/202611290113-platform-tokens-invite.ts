import { Migration } from '@mikro-orm/migrations';

/** Leaves programs of the Platform API no more than invitations, for users that they have not made and know by the address. */
export class Migration202611290113 extends Migration {
  override up(): void {
    this.addSql("alter table \"platform_permissions\" add \"may_manage\" boolean not null default true");
    // A program that has made a user got the permission in the same transaction, at the same time.
    this.addSql(`update platform_permissions set may_manage = false
      where permissible_type = 'User'
        and created_at <> (select users.created_at from users where users.id = platform_permissions.permissible_id)`);
  }
}
