import { sql } from 'drizzle-orm';
import {
  BLANK,
  containsAny,
  ERASED_TEXT,
  OF_ORDERS,
  ofAccount,
  type Person,
  type PersonalTable,
  ROWS,
  texts,
} from './personal-table.ts';

const BOOKS = 'the books keep amounts and dates under the number of the account';

const hasEmail = (column: string) => (person: Person) =>
  sql`lower(${sql.identifier(column)}) = any(${texts(person.emails)})`;

const withoutTwitchLogins = (column: string) => (person: Person) =>
  sql`redact_words(${sql.identifier(column)}, ${texts(person.twitchLogins)})`;

/**
 * Every table with personal data: what is stored, why, and how it is erased. The player's file, the erasure and docs/privacy.md
 * are made from it; how long a row stays is in `RETENTION`. A test fails for a column of the database that is named neither
 * here nor in `other-data.ts`.
 *
 * In the order of the erasure: what is found through another table comes before it.
 */
export const PERSONAL_DATA: Record<string, PersonalTable> = {
  audit_entries: {
    why: 'to show who did what with an account',
    rows: ({ accountId }) => sql`account_id = ${accountId} or staff_id = ${accountId}`,
    columns: {
      address: 'internet address of the member of staff',
      target: 'what was changed, in one kind of action an address',
      before: 'values before the action: names, e-mail addresses, internet addresses, texts by staff',
      after: 'values after the action',
      reason: 'the reason, in the words of the member of staff',
    },
    others: 'id at staff_id kind account_id',
    isUnexported: true,
    erasure: {
      by: 'step',
      how: 'personal values are replaced by a function that can change nothing else; who did what and when stays',
    },
  },
  mails: {
    why: 'to send mail, and to see what was sent',
    rows: (person) => sql`account_id = ${person.accountId} or ${hasEmail('recipient')(person)}`,
    columns: {
      recipient: 'e-mail address',
      parameters: 'what the text needs, such as a new e-mail address',
      failure: "the mail server's refusal, which may name the address",
    },
    others: 'id account_id kind created_at sent_at failed_at',
    erasure: ROWS,
  },
  local_mailbox: {
    why: 'mails of a portal in local mode, instead of sending them',
    rows: ({ mailboxes }) => sql`lower(recipient) = any(${texts(mailboxes)})`,
    columns: { recipient: 'e-mail address', subject: 'subject', html: 'the mail', body_text: 'the mail' },
    others: 'id message_id sender delivered_at',
    isUnexported: true,
    erasure: ROWS,
  },
  sessions: {
    why: 'to stay signed in',
    rows: ofAccount(),
    columns: {
      token_hash: 'hash of the access token',
      created_at: 'time of the sign-in',
      last_used_at: 'time of the last use',
    },
    others: 'account_id',
    secrets: ['token_hash'],
    erasure: ROWS,
  },
  known_devices: {
    why: 'so that guessed passwords of strangers do not lock out the player',
    rows: ofAccount(),
    columns: { token_hash: "hash of the browser's cookie", last_used_at: 'time of the last sign-in' },
    others: 'account_id',
    secrets: ['token_hash'],
    erasure: ROWS,
  },
  known_networks: {
    why: 'so that guessed passwords of strangers do not lock out the player',
    rows: ofAccount(),
    columns: { network: 'network of a sign-in', last_used_at: 'time of the last sign-in' },
    others: 'account_id',
    erasure: ROWS,
  },
  account_tokens: {
    why: 'links in mails: confirming an address, changing it, choosing a new password',
    rows: ofAccount(),
    columns: { token_hash: 'hash of the link', email: 'e-mail address that the link was sent to' },
    others: 'account_id purpose mail_id created_at expires_at used_at',
    secrets: ['token_hash'],
    erasure: ROWS,
  },
  bans: {
    why: 'to keep somebody out',
    rows: ofAccount(),
    columns: {
      ip: 'internet address',
      network: 'banned network',
      description: 'reason, in the words of staff',
    },
    others: 'id account_id starts_at ends_at is_active created_at',
    erasure: {
      by: 'columns',
      set: { ip: BLANK, network: BLANK, description: () => sql`'Account deleted'` },
      stays: 'times stay; a ban without end keeps the deleted account out of the portal and of the games',
    },
  },
  staff_notes: {
    why: 'what staff note about a player to help them, or about rules that were broken',
    rows: ofAccount(),
    columns: { text: 'note, in the words of staff', created_at: 'time of the note' },
    others: 'id account_id author_id request_id',
    erasure: ROWS,
  },
  content_drafts: {
    why: 'texts that a member of staff has not saved yet',
    rows: ofAccount('author_id'),
    columns: { changes: 'the text', saved_at: 'time of the last change' },
    others: 'author_id kind record_id revision',
    erasure: ROWS,
  },
  bulk_rows: {
    why: 'to see which accounts of a list got what it gives',
    rows: ofAccount(),
    columns: { message: 'why it failed' },
    others: 'list_id account_id state settled_at',
    isUnexported: true,
    erasure: ROWS,
  },
  redeliveries: {
    why: 'to see who had items sent again, and why',
    rows: ({ accountId }) => sql`scope = 'account' and target_id = ${accountId}`,
    columns: { reason: 'the reason, in the words of staff' },
    others:
      'id staff_id mode scope target_id since until planned redelivered cursor_settled_at cursor_id created_at progressed_at finished_at server_id',
    isUnexported: true,
    erasure: {
      by: 'columns',
      set: { reason: () => sql`${ERASED_TEXT}` },
      stays: 'which items were sent again stays',
    },
  },
  characters: {
    why: "the player's characters on the profile, and where items can be sent",
    rows: ofAccount(),
    columns: {
      name: 'name of the character',
      character_id: "the game's number of it",
      level: 'level',
      class: 'class',
      is_online: 'whether it is in the game now',
      reported_at: 'when the game said so',
    },
    others: 'account_id server_id',
    erasure: ROWS,
  },
  game_account_commands: {
    why: 'what the bridge does with a game account: create it, set its password, lock it',
    rows: ofAccount(),
    columns: {
      login: 'login in the game',
      new_login: 'new login in the game',
      sealed: 'encrypted password for the game, until the game has it',
      result: "the game's answer",
      detail: "the game's answer in words",
    },
    others:
      'id server_id account_id kind key_id locked_until state attempts leases available_at expires_at created_at settled_at',
    secrets: ['sealed'],
    erasure: {
      by: 'step',
      how: 'deleted; what locks the game account stays until the game has locked it, at most 30 days',
    },
  },
  game_accounts: {
    why: 'which account of a game is whose',
    rows: ofAccount(),
    columns: {
      login: 'login in the game',
      game_account_id: "the game's number of the account",
      message: "the game's last answer",
    },
    others: 'server_id account_id state is_locked locked_until created_at updated_at',
    erasure: {
      by: 'step',
      how: 'locked in the game, then login and number are forgotten; after 30 days also where a game did not answer. What the game itself stores is deleted by its operator',
    },
  },
  deliveries: {
    why: 'to bring what was bought or given into the game exactly once',
    rows: ofAccount(),
    columns: {
      character_id: "the game's number of the character",
      character_name: 'name of the character',
      last_detail: "the game's last answer",
      problem: 'why it waits',
    },
    others:
      'id account_id idempotency_key effect revokes_key kind item_id quantity order_id order_line_position state attempts available_at created_at settled_at available_until leases failure is_marked_delivered redelivery_id supersedes_key server_id collect_by collected_at send_again',
    erasure: {
      by: 'columns',
      set: {
        character_id: BLANK,
        character_name: BLANK,
        last_detail: BLANK,
        problem: BLANK,
        state: () =>
          sql`case when state in ('pending', 'awaiting_character') then 'cancelled' else state end`,
        settled_at: () =>
          sql`case when state in ('pending', 'awaiting_character') then now() else settled_at end`,
      },
      stays: 'items and dates stay under the number of the account; what was not sent yet is cancelled',
    },
  },
  account_benefits: {
    why: 'benefits of the account in the game',
    rows: ofAccount(),
    columns: { benefit_id: 'benefit', available_until: 'its end' },
    others: 'account_id revision grant_key',
    erasure: ROWS,
  },
  account_packs: {
    why: 'packs of the account',
    rows: ofAccount(),
    columns: { pack: 'pack', available_until: 'its end', ended_at: 'when it ended' },
    others: 'account_id grant_key',
    erasure: ROWS,
  },
  drop_channels: {
    why: 'minutes of streamers: whether the channel is live',
    rows: ofAccount(),
    columns: {
      title: 'title of the stream',
      thumbnail_url: 'picture of the stream',
      failure: 'last failure',
    },
    others:
      'account_id is_live is_eligible stream_started_at seen_minute observed_minute bridged_from viewers unmet_rule',
    erasure: ROWS,
  },
  drop_minutes: {
    why: 'so that a minute watched or streamed counts once',
    rows: ofAccount(),
    columns: { minute: 'minute', channel_id: 'channel that was watched' },
    others: 'account_id kind',
    erasure: ROWS,
  },
  drop_totals: {
    why: 'minutes watched and streamed, for rewards',
    rows: ofAccount(),
    columns: { minutes: 'sum of minutes', day: 'last day', day_minutes: 'minutes of that day' },
    others: 'account_id kind season_id adjusted',
    erasure: ROWS,
  },
  drop_rule_failures: {
    why: 'to tell a player why minutes did not count',
    rows: ofAccount(),
    columns: { rule: 'rule that was not met', minutes: 'minutes', last_at: 'last time' },
    others: 'season_id account_id last_minute',
    erasure: ROWS,
  },
  drop_adjustments: {
    why: 'corrections of minutes by staff',
    rows: ofAccount(),
    columns: { minutes: 'minutes', reason: 'the reason, in the words of staff', adjusted_at: 'time' },
    others: 'request_id account_id kind season_id',
    erasure: ROWS,
  },
  drop_claims: {
    why: 'so that no reward is given twice',
    rows: ofAccount(),
    columns: { reward_id: 'reward', claimed_at: 'time of the claim' },
    others: 'account_id',
    erasure: ROWS,
  },
  twitch_link_attempts: {
    why: 'to link an account with Twitch, while the player is there',
    rows: ofAccount(),
    columns: { session_hash: 'hash of the session' },
    others: 'state_hash cookie_hash account_id purpose expires_at',
    secrets: ['session_hash', 'state_hash', 'cookie_hash'],
    isUnexported: true,
    erasure: ROWS,
  },
  twitch_streamers: {
    why: 'to read the chat of streamers who earn rewards',
    rows: ofAccount(),
    columns: {
      decision: 'what staff decided',
      access_token: 'encrypted access to Twitch',
      refresh_token: 'encrypted access to Twitch',
      requested_at: 'time of the request',
      decided_at: 'time of the decision',
    },
    others:
      'account_id needs_new_link key_id expires_at validated_at refreshed_until revision validation_tried_at refresh_refused_at link_mailed_at',
    secrets: ['access_token', 'refresh_token', 'key_id'],
    erasure: ROWS,
  },
  twitch_links: {
    why: 'to count minutes on Twitch for the account',
    rows: ofAccount(),
    columns: {
      twitch_user_id: 'number at Twitch',
      login: 'name at Twitch',
      display_name: 'shown name at Twitch',
      twitch_created_at: 'when the account at Twitch was created',
      linked_at: 'time of the link',
    },
    others: 'account_id',
    erasure: ROWS,
  },
  twitch_link_blocks: {
    why: 'so that one identity at Twitch does not earn for several accounts in turn',
    rows: ofAccount(),
    columns: { twitch_user_hash: 'keyed hash of the number at Twitch', blocked_until: 'end of the block' },
    others: 'account_id key_id',
    secrets: ['twitch_user_hash'],
    erasure: {
      by: 'time',
      why: 'the hash names nobody without its key, and deleting it would undo the rule',
    },
  },
  twitch_revocations: {
    why: 'to end access to Twitch there as well',
    rows: ofAccount(),
    columns: {
      access_token: 'encrypted access to Twitch',
      refresh_token: 'encrypted access to Twitch',
      unlinked_at: 'time of the unlinking',
    },
    others: 'id account_id key_id',
    secrets: ['access_token', 'refresh_token', 'key_id'],
    isUnexported: true,
    erasure: { by: 'time', why: 'Twitch has to be asked first' },
  },
  alert_states: {
    why: 'alerts for the operator, such as a streamer whose chat cannot be read',
    rows: ({ twitchLogins }) => containsAny(sql`detail`, twitchLogins),
    columns: { detail: 'details, which may list names of streamers at Twitch' },
    others: 'alert cases since checked_at is_active raise_after clear_after',
    isUnexported: true,
    erasure: { by: 'columns', set: { detail: withoutTwitchLogins('detail') }, stays: 'the alert stays' },
  },
  alert_incidents: {
    why: 'alerts for the operator',
    rows: ({ twitchLogins }) => containsAny(sql`detail`, twitchLogins),
    columns: { detail: 'details, which may list names of streamers at Twitch' },
    others: 'id alert since opened_at cleared_at cases is_raise_announced is_clear_announced',
    isUnexported: true,
    erasure: { by: 'columns', set: { detail: withoutTwitchLogins('detail') }, stays: 'the alert stays' },
  },
  alert_messages: {
    why: 'alerts that were sent to owners',
    rows: ({ twitchLogins }) => containsAny(sql`array_to_string(paragraphs, ' ')`, twitchLogins),
    columns: { paragraphs: 'the text, which may list names of streamers at Twitch' },
    others:
      'id incident_id request_id kind title path created_at webhook_state webhook_attempts webhook_failure webhook_settled_at',
    isUnexported: true,
    erasure: {
      by: 'columns',
      set: {
        paragraphs: ({ twitchLogins }) =>
          sql`(select array_agg(redact_words(paragraph, ${texts(twitchLogins)}) order by place)
            from unnest(paragraphs) with ordinality as listed (paragraph, place))`,
      },
      stays: 'the alert stays',
    },
  },
  unmatched_payments: {
    why: 'payments that the provider reports and the portal has no order for',
    rows: (person) => sql`(${OF_ORDERS(person)} or ${hasEmail('payer_email')(person)})`,
    columns: { payer_name: 'name of the payer', payer_email: 'e-mail address of the payer' },
    others:
      'id provider is_live session_id payment_intent_id reference amount_cents currency refunded_cents dispute product_name started_at state order_id refund_staff_id refund_cents refund_before_cents refund_requested_at refund_attempt refund_failure revision checked_at noted_at closed_at',
    erasure: { by: 'columns', set: { payer_name: BLANK, payer_email: BLANK }, stays: BOOKS },
  },
  webhook_events: {
    why: 'what the payment provider reported, until it is processed without doubt',
    rows: ({ accountId }) => sql`processed_at is not null and (
      order_id in (select id from orders where account_id = ${accountId})
      or session_id in (select session_id from orders where account_id = ${accountId})
      or payment_intent_id in (select payment_intent_id from orders where account_id = ${accountId}))`,
    columns: { payload: "the provider's report: name, e-mail address and billing address of the payer" },
    others:
      'id provider event_id kind is_live order_id session_id payment_intent_id received_at checked_at processed_at outcome',
    erasure: {
      by: 'columns',
      set: { payload: () => sql`'{}'::jsonb` },
      stays: 'that it was processed stays',
    },
  },
  sandbox_idempotency_keys: {
    why: 'the simulated payment provider of a portal in local mode',
    rows: ({ emails }) => containsAny(sql`answer::text`, emails),
    columns: { answer: 'an answer, with the e-mail address of the buyer' },
    others: 'key fingerprint created_at',
    isUnexported: true,
    erasure: ROWS,
  },
  sandbox_events: {
    why: 'the simulated payment provider of a portal in local mode',
    rows: ({ emails }) => containsAny(sql`body`, emails),
    columns: { body: 'a report, with the e-mail address of the buyer' },
    others: 'id session_id kind created_at attempts last_failure delivered_at',
    isUnexported: true,
    erasure: ROWS,
  },
  sandbox_sessions: {
    why: 'the simulated payment provider of a portal in local mode',
    rows: hasEmail('customer_email'),
    columns: { customer_email: 'e-mail address of the buyer' },
    others:
      'id product_name amount_cents currency client_reference_id metadata payment_metadata success_url cancel_url url form_token expires_at status payment_status payment_intent_id payment_intent_status charge_id refunded_cents dispute_id dispute_status created_at submit_type statement_suffix terms_message terms_accepted completed_at',
    isUnexported: true,
    erasure: { by: 'columns', set: { customer_email: BLANK }, stays: BOOKS },
  },
  order_events: {
    why: 'how an order came to its state',
    rows: OF_ORDERS,
    columns: { reason: 'why', created_at: 'time' },
    others: 'id order_id from_state to_state',
    erasure: {
      by: 'columns',
      set: { reason: () => sql`case when reason is not null then ${ERASED_TEXT} end` },
      stays: BOOKS,
    },
  },
  order_lines: {
    why: 'what was bought',
    rows: OF_ORDERS,
    columns: { label: 'item', quantity: 'quantity' },
    others: 'order_id position kind item_id',
    erasure: { by: 'time', why: BOOKS },
  },
  orders: {
    why: 'purchases: to deliver them, refund them, and keep the books that tax law asks for',
    rows: ofAccount(),
    columns: {
      checkout: 'what the checkout was opened with, such as the e-mail address; only until it is open',
      checkout_url: 'address of the checkout at the provider',
      character_id: "the game's number of the character it is for",
      character_name: 'name of the character it is for',
      product_name: 'what was bought',
      price_cents: 'price',
      created_at: 'time of the order',
      paid_at: 'time of the payment',
      terms_accepted_at: 'when the terms were accepted',
    },
    others:
      'id account_id product_id currency provider is_live state review_reason attempt session_id payment_intent_id expires_at stock refunded_cents revision checked_at fulfilled_at reversed_at updated_at reference decision payment_read_at grant_round terms_version tax_cents booked_at server_id received_cents received_currency dispute_id dispute_due_at',
    erasure: {
      by: 'columns',
      set: { checkout: BLANK, checkout_url: BLANK, character_id: BLANK, character_name: BLANK },
      stays: BOOKS,
    },
  },
  ledger_entries: {
    why: 'the books of coins',
    rows: ofAccount(),
    columns: { amount: 'coins', balance: 'balance after it', created_at: 'time' },
    others: 'id transaction_id account_id currency',
    erasure: { by: 'time', why: BOOKS },
  },
  coin_balances: {
    why: 'coins of the account',
    rows: ofAccount(),
    columns: { amount: 'coins' },
    others: 'account_id currency',
    erasure: { by: 'time', why: BOOKS },
  },
  game_coin_totals: {
    why: 'coins that games took and returned, so that none returns more than it took',
    rows: ofAccount(),
    columns: { debited: 'coins taken', credited: 'coins returned' },
    others: 'account_id server_id currency',
    erasure: { by: 'time', why: BOOKS },
  },
  activity_days: {
    why: 'to count how many different players are active, and how many return',
    rows: ofAccount(),
    columns: { day: 'day', previous_day: 'day before it', sign_ins: 'sign-ins' },
    others: 'account_id',
    erasure: { by: 'time', why: 'it names only the number of the account, and ends soon' },
  },
  referrals: {
    why: 'to see which campaign visitors come from',
    rows: ({ accountId }) => sql`viewer_id in (
      select viewer_id from referrals where id = (select referral_id from accounts where id = ${accountId}))`,
    columns: {
      viewer_id: 'random id of the browser',
      landing_url: 'address of the page that was opened',
      landing_hash: 'its hash',
      visited_at: 'time of the visit',
      source: 'campaign',
      medium: 'campaign',
      campaign: 'campaign',
      content: 'campaign',
      term: 'campaign',
    },
    others: 'id recorded_on',
    secrets: ['landing_hash'],
    erasure: ROWS,
  },
  rate_limits: {
    why: 'to refuse too many requests',
    rows: ({ mailboxes, accountId }) =>
      sql`(${containsAny(sql`key`, mailboxes)} or key like ${`% account:${accountId}`})`,
    columns: { key: 'what is limited, with an internet address, a mailbox or the number of an account' },
    others: 'used resets_at stage',
    isUnexported: true,
    erasure: ROWS,
  },
  account_search: {
    why: 'so that staff find accounts by parts of a name',
    rows: ofAccount(),
    columns: {
      user_name: 'name in lower case',
      email: 'e-mail address in lower case',
      registered_at: 'time',
    },
    others: 'account_id',
    isUnexported: true,
    erasure: { by: 'step', how: 'follows the account by a trigger' },
  },
  account_erasures: {
    why: 'to delete the account on time, and to know that it was deleted',
    rows: ofAccount(),
    columns: { requested_at: 'time of the request', due_at: 'when the account is deleted' },
    others: 'account_id staff_id erased_at finished_at',
    erasure: { by: 'time', why: 'it shows that the request was carried out' },
  },
  accounts: {
    why: 'the account itself',
    rows: ofAccount('id'),
    columns: {
      user_name: 'name',
      email: 'e-mail address',
      password_hash: 'hash of the password',
      email_confirmed_at: 'when the address was confirmed',
      pending_email: 'new e-mail address that is not confirmed yet',
      avatar_url: 'picture',
      last_login_ip: 'internet address of the last sign-in',
      last_ip: 'last internet address',
      registered_at: 'time of the registration',
      last_login_at: 'time of the last sign-in',
      referral_id: 'campaign',
      last_active_on: 'last day of activity',
      previous_active_on: 'day of activity before it',
      agaia_club_expires_at: 'end of the club',
    },
    others:
      'id permission web_mgt has_claimed_veteran_package has_claimed_founder_package revision sections role_id reference erased_at',
    secrets: ['password_hash', 'reference'],
    erasure: {
      by: 'step',
      how: "the name becomes 'deleted-' and the number; everything else of it is removed, apart from the day of the registration",
    },
  },
};
