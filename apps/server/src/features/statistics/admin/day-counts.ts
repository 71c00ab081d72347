import { type SQL, sql } from 'drizzle-orm';

/**
 * Subqueries `registered` and `active`: registrations, sign-ins and active players of each day, counted from the
 * accounts' own records. Days without any have no row.
 *
 * @param first the first day, in the scope of a subquery of `span`
 * @param span a relation of one row, with the last day as `last`
 */
export function countsByDay({ first, span }: { first: SQL; span: SQL }): SQL {
  return sql`
    registered as (
      select (registered_at at time zone 'UTC')::date as day, count(*) as registrations from account_search
      where registered_at >= (select ${first}::timestamp at time zone 'UTC' from ${span})
        and registered_at < (select (last + 1)::timestamp at time zone 'UTC' from ${span})
      group by 1
    ), active as (
      select day, sum(sign_ins) as sign_ins, count(*) as players from activity_days
      where day between (select ${first} from ${span}) and (select last from ${span})
      group by day
    )`;
}
