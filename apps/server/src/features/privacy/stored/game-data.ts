import { sql } from 'drizzle-orm';
import { BLANK, BOOKS, ofAccount, type PersonalTable, ROWS } from '#features/privacy/personal-table.ts';

/** Accounts in games, and what is brought there. */
export const GAME_DATA: Record<string, PersonalTable> = {
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
  unmatched_receipts: {
    why: 'to settle what games have and a restored portal has forgotten',
    rows: ofAccount(),
    columns: { character_id: "the game's number of the character" },
    others:
      'id server_id idempotency_key effect account_id kind item_id quantity recorded_at noted_at state closed_at',
    erasure: {
      by: 'columns',
      set: { character_id: BLANK },
      stays: 'items and dates stay under the number of the account',
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
  game_coin_totals: {
    why: 'coins that games took and returned, so that none returns more than it took',
    rows: ofAccount(),
    columns: { debited: 'coins taken', credited: 'coins returned' },
    others: 'account_id server_id currency',
    erasure: { by: 'time', why: BOOKS },
  },
};
