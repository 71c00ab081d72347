import { sql } from 'drizzle-orm';
import {
  BLANK,
  containsAny,
  ERASED_TEXT,
  ofAccount,
  type PersonalTable,
  ROWS,
  texts,
  withoutTwitchLogins,
} from '#features/privacy/personal-table.ts';

/** What staff do, and write down about players. */
export const STAFF_DATA: Record<string, PersonalTable> = {
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
};
