import type { Portal } from './portal.ts';
import { test } from './test.ts';

/**
 * Half a year of a community that grows, so that charts have something to show: accounts, who was active when,
 * orders of the demo's products, visits of campaigns, characters. Today is left to the test.
 */
async function writeHistory({ sql }: Portal): Promise<void> {
  for (const statement of STATEMENTS) await sql(statement);
}

/** With a portal of its own that has the history, which would disturb other tests. */
export const testWithHistory = test.extend<object, { portal: Portal }>({
  portal: [
    async ({ portal }, use) => {
      await writeHistory(portal);
      await use(portal);
    },
    { scope: 'worker' },
  ],
});

// The same on every run: what looks random comes out of a hash of the row's number.
const chance = (number: string, salt: number) =>
  `(abs(hashint4((${number})::int + ${salt})::bigint) % 1000)::int`;
/** 1 on Mondays to 7 on Sundays, when more people play. */
const weekend = `case when extract(isodow from day) >= 6 then 1.5 else 1 end`;

const STATEMENTS = [
  `insert into accounts (user_name, email, password_hash, registered_at)
   select 'Settler_' || n, 'settler-' || n || '@example.test', 'nobody signs in with this',
     (current_date - (180 * power(${chance('n', 1)} / 1000.0, 1.4))::int - 1)::timestamp at time zone 'UTC' + interval '10 hours'
   from generate_series(1, 1500) n`,
  `insert into activity_days (day, account_id, previous_day, sign_ins)
   select day, id, lag(day) over (partition by id order by day), 1 + ${chance('id + day - current_date', 2)} % 3
   from (
     select id, day::date as day
     from accounts, generate_series(current_date - 120, current_date - 1, interval '1 day') day
     where user_name like 'Settler%' and registered_at < day
       and ${chance("id * 131 + (day::date - date '2020-01-01')", 3)} < 170 * ${weekend}
   ) active`,
  `insert into orders (account_id, product_id, product_name, price_cents, provider, is_live, state, refunded_cents,
     expires_at, paid_at, created_at)
   select a.id, p.id, p.name, p.price_cents, 'sandbox', false,
     case when fate < 720 then 'paid' when fate < 740 then 'partially_refunded' when fate < 770 then 'refunded'
       when fate < 778 then 'charged_back' when fate < 930 then 'expired' else 'failed' end,
     case when fate between 720 and 739 then p.price_cents / 2 when fate between 740 and 769 then p.price_cents else 0 end,
     at + interval '31 minutes', case when fate < 778 then at + interval '1 minute' end, at
   from (
     select n, ${chance('n', 4)} as fate,
       now() - (1 + 120 * power(${chance('n', 5)} / 1000.0, 1.2)) * interval '1 day' as at
     from generate_series(1, 900) n
   ) wishes
   join (select id, row_number() over (order by id) as place from accounts where user_name like 'Settler%') a
     on a.place = 1 + ${chance('n', 6)} % 400
   join (select id, name, price_cents, row_number() over (order by id) as place, count(*) over () as products from products) p
     on p.place = 1 + (p.products * power(${chance('n', 7)} / 1000.0, 2))::int % p.products`,
  `insert into referrals (viewer_id, landing_url, landing_hash, recorded_on, visited_at, source, campaign, content)
   select 'history-' || n, 'https://play.example/', sha256(n::text::bytea), current_date - 1 - ${chance('n', 8)} % 60, now(),
     'youtube', case when n % 3 = 0 then 'autumn' else 'launch' end, 'video-' || 1 + ${chance('n', 9)} * ${chance('n', 10)} / 140000
   from generate_series(1, 2400) n`,
  `update accounts set referral_id = visits.id
   from (select id, row_number() over (order by id) as place from referrals where viewer_id like 'history%') visits
   where visits.place = accounts.id * 4 and user_name like 'Settler%'`,
  `insert into characters (account_id, name, level, class, reported_at)
   select id, 'Hero' || n, 1 + (59 * power(${chance('id * 3 + n', 11)} / 1000.0, 1.6))::int,
     (array['Warden', 'Stormcaller', 'Duskblade', 'Lorekeeper', 'Thornguard'])[1 + (5 * power(${chance('id + n', 12)} / 1001.0, 1.3))::int % 5],
     now() - (${chance('id', 13)} % 40) * interval '1 day'
   from accounts, generate_series(1, 3) n
   where user_name like 'Settler%' and n <= 1 + ${chance('id', 14)} % 3`,
];
