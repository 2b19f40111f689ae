import { type RawBuilder, sql, type SqlBool } from 'kysely';

/** That the presence `r` is of the member of an account whose row has this alias. */
export function isOfMember(member: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${member}.${name}`);
  return sql<SqlBool>`(${sql.ref('r.account_id')} = ${column('account_id')} and ${sql.ref('r.user_id')} = ${column('user_id')})`;
}
