import { ofAccount, type PersonalTable, ROWS } from '#features/privacy/personal-table.ts';

/** Links with Twitch, and minutes for drops. */
export const TWITCH_DATA: Record<string, PersonalTable> = {
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
};
