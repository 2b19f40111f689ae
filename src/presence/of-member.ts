import { type RawBuilder, sql, type SqlBool } from 'kysely';

/** The condition that presence `r` belongs to the membership with this alias. */
export function isOfMember(member: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${member}.${name}`);
  return sql<SqlBool>`(${sql.ref('r.account_id')} = ${column('account_id')} and ${sql.ref('r.user_id')} = ${column('user_id')})`;
}
