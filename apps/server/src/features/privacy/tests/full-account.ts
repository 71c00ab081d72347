import { type SQL, sql } from 'drizzle-orm';
import { createOwner, createSignedInPlayer, type Player, type Portal } from '#test/account-journeys.ts';
import { createProduct } from '#test/products.ts';

/** A text that stands nowhere else. */
export const MARK = 'qzxvmark';

/** Values of the account whose form is prescribed. */
export const ADDRESSES = ['203.0.113.77', '203.0.113.78', '203.0.113.0/24'];

export type FullAccount = Player & { token: string; owner: Player & { token: string } };

/** An account that has something in every table with personal data, each value with `MARK` or one of `ADDRESSES`. */
export async function createFullAccount(portal: Portal): Promise<FullAccount> {
  const { parts, call } = portal;
  const run = (statement: SQL) => parts.db.execute(statement);
  const owner = await createOwner(portal);
  const player = await createSignedInPlayer(portal);
  const { id, token } = player;
  const marked = { username: `${MARK}_${id}`, email: `${MARK}.${id}@example.com` };
  await run(sql`update accounts set user_name = ${marked.username}, email = ${marked.email}, avatar_url = ${`https://example.com/${MARK}.png`},
    last_ip = '203.0.113.77', last_login_ip = '203.0.113.77' where id = ${id}`);
  // Mails, links and limits, by the requests that make them.
  await call('POST', '/user/email-confirmation', { token });
  await call('POST', '/user/change-email', {
    token,
    body: { currentPassword: player.password, newEmail: `${MARK}.new@example.com` },
  });
  // An earlier name and e-mail address, which only the audit log and mails still know.
  await call('PUT', `/admin/users/${id}`, { token: owner.token, body: { userName: `${MARK}_older` } });
  await call('PUT', `/admin/users/${id}`, {
    token: owner.token,
    body: { email: `${MARK}.older@example.com`, isEmailConfirmed: true },
  });
  await call('PUT', `/admin/users/${id}`, {
    token: owner.token,
    body: { userName: marked.username, email: marked.email, isEmailConfirmed: true },
  });
  await call('GET', `/admin/users?search=${marked.email}&pageSize=all`, { token: owner.token });
  await call('POST', `/admin/users/${id}/notes`, {
    token: owner.token,
    body: { requestId: crypto.randomUUID(), text: `${MARK} lives next door` },
  });
  await run(sql`update accounts set pending_email = ${`${MARK}.new@example.com`} where id = ${id}`);
  const productId = await createProduct(parts.db, {
    storefront: 'shop',
    name: 'Lantern chest',
    priceCents: 499,
    lines: [{ kind: 'item', quantity: 1, itemId: 7001, label: 'Lantern' }],
  });
  const filled = { id, ownerId: owner.id, productId, marked };
  const statements = [accountRows, staffRows, shopRows, gameRows, twitchRows].flatMap((rows) => rows(filled));
  for (const statement of statements) await run(statement);
  return { ...player, ...marked, owner };
}

type Filled = {
  id: number;
  ownerId: number;
  productId: number;
  marked: { username: string; email: string };
};

function staffRows({ id, ownerId, marked }: Filled): SQL[] {
  return [
    sql`insert into audit_entries (staff_id, address, kind, target, account_id, before, after, reason) values
      (${ownerId}, '198.51.100.1', 'user.ban', ${String(id)}, ${id}, null,
        ${{ ip: '203.0.113.78', description: `${MARK} cheats`, until: '2030' }}, ${`${MARK} wrote a mail`}),
      (${ownerId}, '198.51.100.1', 'action.allow_address', '203.0.113.77', null, null, ${{ ip: '203.0.113.77' }}, null),
      (${ownerId}, '198.51.100.1', 'list.read', 'users', null, null,
        ${{ filters: { search: marked.username } }}, null),
      (${id}, '203.0.113.78', 'news.update', '1', null, null, ${{ title: 'Kept' }}, null)`,
    sql`insert into bans (account_id, description, ip, network, ends_at)
      values (${id}, ${`${MARK} spams`}, '203.0.113.78', '203.0.113.0/24', now() - interval '1 day')`,
    sql`insert into content_drafts (author_id, kind, record_id, changes) values (${id}, 'news', 0, ${{ title: MARK }})`,
    sql`insert into bulk_lists (id, staff_id, action, details, reason)
      values (gen_random_uuid(), ${ownerId}, 'coins', '{}', 'Festival')`,
    sql`insert into bulk_rows (list_id, account_id, state, message, settled_at)
      select id, ${id}, 'failed', ${MARK}, now() from bulk_lists`,
    sql`insert into redeliveries (id, staff_id, mode, scope, target_id, until, reason, planned)
      values (gen_random_uuid(), ${ownerId}, 'same_keys', 'account', ${id}, now(), ${MARK}, 1)`,
  ];
}

function gameRows({ id }: Filled): SQL[] {
  return [
    sql`insert into characters (account_id, name, level, class, server_id, character_id)
      values (${id}, ${`${MARK}hero`}, 5, ${`${MARK}mage`}, 1, ${`${MARK}7`})`,
    sql`insert into game_accounts (server_id, account_id, login, game_account_id, state, message)
      values (1, ${id}, ${`${MARK}login`}, ${`${MARK}99`}, 'active', ${MARK})`,
    sql`insert into game_account_commands (server_id, account_id, kind, login, state, result, detail, leases, settled_at)
      values (1, ${id}, 'create', ${`${MARK}login`}, 'done', ${MARK}, ${MARK}, 1, now())`,
    sql`insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity, state, last_detail, server_id,
        character_id, character_name, problem)
      values (${id}, ${`grant ${id}`}, 'grant', 'item', 7001, 1, 'pending', ${MARK}, 1, ${`${MARK}7`}, ${`${MARK}hero`}, ${MARK})`,
    sql`insert into unmatched_receipts (server_id, idempotency_key, effect, account_id, kind, item_id, quantity, character_id, recorded_at)
      values (1, ${`lost ${id}`}, 'grant', ${id}, 'item', 7001, 1, ${`${MARK}7`}, now())`,
    sql`insert into account_benefits (account_id, benefit_id, available_until, grant_key)
      values (${id}, 3, now(), ${`grant ${id}`})`,
    sql`insert into account_packs (account_id, pack, grant_key) values (${id}, 'founder', ${`grant ${id}`})`,
  ];
}

function twitchRows({ id }: Filled): SQL[] {
  return [
    sql`insert into twitch_links (account_id, twitch_user_id, login, display_name)
      values (${id}, ${`${MARK}4711`}, ${`${MARK}_tv`}, ${`${MARK}_TV`})`,
    sql`insert into twitch_streamers (account_id, decision, needs_new_link, key_id, expires_at) values (${id}, 'approved', true, 'k', now())`,
    sql`insert into drop_channels (account_id, is_live, is_eligible, seen_minute, observed_minute, title, thumbnail_url, failure)
      values (${id}, true, true, 1, 1, ${MARK}, ${`https://example.com/${MARK}`}, ${MARK})`,
    sql`insert into drop_minutes (account_id, kind, minute, channel_id) values (${id}, 'viewer', 1, ${id})`,
    sql`insert into drop_totals (account_id, kind, season_id, minutes, day, day_minutes)
      select ${id}, 'viewer', min(id), 10, current_date, 10 from twitch_seasons having min(id) is not null`,
    sql`insert into twitch_link_attempts (state_hash, cookie_hash, account_id, purpose, expires_at)
      values ('\\x01', '\\x02', ${id}, 'viewer', now())`,
    sql`insert into alert_states (alert, cases, since, checked_at, is_active, raise_after, clear_after, detail)
      values ('x', 1, now(), now(), true, '1 minute', '1 minute', ${`${MARK}_tv, other`})`,
    sql`insert into alert_incidents (alert, since, opened_at, cases, detail) values ('x', now(), now(), 1, ${`other, ${MARK}_tv`})`,
    sql`insert into alert_messages (incident_id, kind, title, paragraphs, path, webhook_state)
      select id, 'raised', 'Chats', ${sql.param([`The chat of ${MARK}_tv cannot be read.`, 'other'])}, '/', 'off' from alert_incidents`,
  ];
}

function shopRows({ id, productId, marked }: Filled): SQL[] {
  return [
    sql`insert into orders (account_id, product_id, product_name, price_cents, provider, is_live, state, expires_at, session_id,
        checkout_url, checkout, character_id, character_name, server_id, paid_at)
      values (${id}, ${productId}, 'Lantern chest', 499, 'stripe', false, 'paid', now(), 'cs_1',
        ${`https://pay.example.com/${MARK}`}, ${{ email: marked.email }}, ${`${MARK}7`}, ${`${MARK}hero`}, 1, now())`,
    sql`insert into order_lines (order_id, position, kind, quantity, item_id, label)
      select id, 0, 'item', 1, 7001, 'Lantern' from orders where account_id = ${id}`,
    sql`insert into order_events (order_id, from_state, to_state, reason)
      select id, 'pending', 'paid', ${`${MARK} paid by card`} from orders where account_id = ${id}`,
    sql`insert into unmatched_payments (provider, is_live, session_id, payment_intent_id, reference, amount_cents, currency,
        payer_name, payer_email, started_at)
      values ('stripe', false, 'cs_9', 'pi_9', 'r', 499, 'eur', ${`${MARK} Smith`}, ${marked.email}, now())`,
    sql`insert into webhook_events (provider, event_id, kind, is_live, session_id, payload, processed_at)
      values ('stripe', 'evt_1', 'checkout.session.completed', false, 'cs_1', ${{ name: MARK, street: MARK }}, now())`,
    sql`insert into sandbox_idempotency_keys (key, fingerprint, answer) values ('k', 'f', ${{ email: marked.email }})`,
  ];
}

function accountRows({ id, ownerId, marked }: Filled): SQL[] {
  return [
    sql`insert into local_mailbox (message_id, sender, recipient, subject, html, body_text)
      values (${MARK}, 'portal', ${marked.email}, 'Hello', ${MARK}, ${MARK})`,
    sql`insert into known_networks (account_id, network) values (${id}, '203.0.113.0/24') on conflict do nothing`,
    ...securityRows(id, ownerId),
    sql`insert into account_tokens (token_hash, account_id, purpose, email, mail_id, expires_at)
      values ('\\x05', ${id}, 'reset_password', ${marked.email}, gen_random_uuid(), now())`,
    sql`insert into referrals (viewer_id, landing_url, landing_hash, visited_at, source, content)
      values (${`${MARK}viewer`}, ${`https://example.com/?utm_source=${MARK}`}, '\\x01', now(), ${MARK}, ${MARK})`,
    sql`update accounts set referral_id = (select max(id) from referrals) where id = ${id}`,
    sql`insert into rate_limits (key, used, resets_at) values (${`mail to:${marked.email}`}, 1, now() + interval '1 hour')`,
  ];
}

function securityRows(id: number, ownerId: number): SQL[] {
  const bytes = Buffer.from(MARK);
  return [
    sql`update sessions set browser = ${`${MARK} browser`}, network = '203.0.113.0/24' where account_id = ${id}`,
    sql`insert into sign_ins (account_id, outcome, method, browser, network, is_new_device)
      values (${id}, 'wrong_password', 'password', ${`${MARK} browser`}, '203.0.113.0/24', true)`,
    sql`insert into factor_sign_ins (token_hash, account_id, verified_hash, attempt_keys, expires_at)
      values ('\\x06', ${id}, ${MARK}, array[${MARK}], now())`,
    sql`insert into totp_factors (account_id, key_id, sealed, last_step) values (${id}, ${MARK}, ${bytes}, 1)`,
    sql`insert into totp_setups (account_id, key_id, sealed) values (${id}, ${MARK}, ${bytes})`,
    sql`insert into recovery_codes (account_id, code_hash) values (${id}, ${bytes})`,
    sql`insert into replaced_factors (account_id, key_id, sealed, last_step, confirmed_at, code_hashes)
      values (${id}, ${MARK}, ${bytes}, 1, now(), array[${bytes}::bytea])`,
    sql`insert into factor_removals (account_id, staff_id, reason, due_at)
      values (${id}, ${ownerId}, ${`${MARK} lost the phone`}, now() + interval '2 days')`,
    sql`insert into passkeys (account_id, credential_id, public_key, counter, name)
      values (${id}, ${bytes}, ${bytes}, 0, ${`${MARK} phone`})`,
    sql`insert into passkey_challenges (challenge_hash, purpose, account_id, expires_at)
      values (${bytes}, 'sudo', ${id}, now())`,
  ];
}

/** Everything in the database as text, by table. */
export async function dumpDatabase({ parts: { db } }: Pick<Portal, 'parts'>): Promise<Map<string, string>> {
  const { rows: tables } = await db.execute<{ schema: string; name: string }>(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`);
  const dumped = new Map<string, string>();
  for (const { schema, name } of tables) {
    const { rows } = await db.execute<{ text: string | null }>(
      sql`select string_agg(stored::text, E'\n' order by stored::text) as text from ${sql.identifier(schema)}.${sql.identifier(name)} as stored`,
    );
    dumped.set(name, (rows[0]?.text ?? '').toLowerCase());
  }
  return dumped;
}

/** Lines of the dump that contain one of the values. */
export function findIn(dump: Map<string, string>, values: string[]): string[] {
  return [...dump].flatMap(([table, text]) =>
    text
      .split('\n')
      .filter((line) => values.some((value) => line.includes(value.toLowerCase())))
      .map((line) => `${table}: ${line}`),
  );
}
