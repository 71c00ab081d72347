import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { usePortal, createSignedInPlayer, registerPlayer } from '#test/account-journeys.ts';
import { createCleaner } from '#app/housekeeping.jobs.ts';
import { scheduleJobs } from '#app/schedules.ts';

const portal = await usePortal();

test('the hourly cleanup deletes expired rows only', async () => {
  const { db } = portal.parts;
  const { id } = await registerPlayer(portal);
  await createSignedInPlayer(portal);
  await db.execute(sql`delete from rate_limits`);
  await db.execute(
    sql`insert into rate_limits values ('ended', 1, now()), ('open', 1, now() + interval '1 hour')`,
  );
  await db.execute(sql`
    insert into sessions (token_hash, account_id, last_used_at) values ('\\x01', ${id}, now() - interval '31 days')`);
  await db.execute(sql`
    insert into known_devices (token_hash, account_id, last_used_at) values
      ('\\x01', ${id}, now() - interval '366 days'), ('\\x02', ${id}, now() - interval '364 days')`);
  await db.execute(sql`
    insert into known_networks (account_id, network, last_used_at) values
      (${id}, '198.51.100.1', now() - interval '91 days'), (${id}, '198.51.100.2', now() - interval '89 days')`);
  await db.execute(sql`
    insert into account_tokens (token_hash, account_id, purpose, email, mail_id, expires_at) values
      ('\\x01', ${id}, 'reset_password', 'a@b.example', gen_random_uuid(), now() - interval '8 days'),
      ('\\x02', ${id}, 'reset_password', 'a@b.example', gen_random_uuid(), now() - interval '6 days')`);
  await db.execute(sql`
    insert into mails (kind, recipient, created_at, sent_at) values
      ('sent', 'a@b.example', now() - interval '31 days', now() - interval '31 days'),
      ('given up', 'a@b.example', now() - interval '31 days', null),
      ('still tried', 'a@b.example', now() - interval '14 days', null)`);

  await db.execute(sql`
    insert into referrals (viewer_id, landing_url, landing_hash, recorded_on, visited_at, source, content)
    select name, '/', '\\x01', current_date - days, now(), 'video', 'test'
    from (values ('visit long ago', 401), ('visit', 399), ('player long ago', 401)) as visits (name, days)`);
  await db.execute(sql`
    update accounts set referral_id = (select id from referrals where viewer_id = 'player long ago') where id = ${id}`);

  await db.execute(sql`
    insert into passkey_challenges (challenge_hash, purpose, account_id, expires_at) values
      ('\\x01', 'sign_in', null, now()), ('\\x02', 'sudo', ${id}, now() + interval '1 minute')`);

  await createCleaner(portal.parts)({});

  const { rows } = await db.execute(sql`
    select (select array_agg(key) from rate_limits) as windows,
           (select count(*)::int from sessions) as sessions,
           (select array_agg(token_hash = '\\x02') from known_devices where account_id = ${id}) as devices,
           (select array_agg(network) from known_networks where account_id = ${id}) as networks,
           (select count(*)::int from account_tokens) as tokens,
           (select array_agg(purpose) from passkey_challenges) as challenges,
           (select array_agg(viewer_id order by viewer_id) from referrals) as referrals,
           (select array_agg(kind) from mails where recipient = 'a@b.example') as mails`);
  expect(rows).toEqual([
    {
      windows: ['open'],
      sessions: 1,
      devices: [true],
      networks: ['198.51.100.2'],
      tokens: 1,
      challenges: ['sudo'],
      referrals: ['player long ago', 'visit'],
      mails: ['still tried'],
    },
  ]);
});

test('the cleanup is scheduled once, even by several processes', async () => {
  await Promise.all([scheduleJobs(portal.parts), scheduleJobs(portal.parts)]);
  const { rows } = await portal.parts.db.execute(
    sql`select cron, timezone from pgboss.schedule where name = 'housekeeping.cleanup'`,
  );
  expect(rows).toEqual([{ cron: '17 * * * *', timezone: 'UTC' }]);
});
