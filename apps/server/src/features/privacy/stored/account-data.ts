import { sql } from 'drizzle-orm';
import { mailboxOf } from '#features/mail/mail.ts';
import { hasEmail, ofAccount, type PersonalTable, ROWS, texts } from '#features/privacy/personal-table.ts';

/** The account, and how it is signed in to. */
export const ACCOUNT_DATA: Record<string, PersonalTable> = {
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
      last_login_ip: 'internet address of the last sign-in, as a release before wrote it',
      last_ip: 'last internet address, as a release before wrote it',
      registered_at: 'time of the registration',
      last_login_at: 'time of the last sign-in, as a release before wrote it',
      referral_id: 'campaign',
      last_active_on: 'last day of activity, as a release before wrote it',
      previous_active_on: 'day of activity before it, as a release before wrote it',
      agaia_club_expires_at: 'end of the club',
    },
    others:
      'id permission web_mgt has_claimed_veteran_package has_claimed_founder_package revision sections role_id reference erased_at factors_added factors_since',
    secrets: ['password_hash', 'reference'],
    erasure: {
      by: 'step',
      how: "the name becomes 'deleted-' and the number; everything else of it is removed, apart from the day of the registration",
    },
  },
  account_activity: {
    why: 'to know when and from where an account was last used',
    rows: ofAccount(),
    columns: {
      last_login_ip: 'internet address of the last sign-in',
      last_ip: 'last internet address',
      last_login_at: 'time of the last sign-in',
      last_active_on: 'last day of activity',
      previous_active_on: 'day of activity before it',
    },
    others: 'account_id proofs',
    erasure: { by: 'step', how: 'everything of it is removed with the account' },
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
  account_tokens: {
    why: 'links in mails: confirming an address, changing it, choosing a new password',
    rows: ofAccount(),
    columns: { token_hash: 'hash of the link', email: 'e-mail address that the link was sent to' },
    others: 'account_id purpose mail_id created_at expires_at used_at',
    secrets: ['token_hash'],
    erasure: ROWS,
  },
  account_erasures: {
    why: 'to delete the account on time, and to know that it was deleted',
    rows: ofAccount(),
    columns: { requested_at: 'time of the request', due_at: 'when the account is deleted' },
    others: 'account_id staff_id begun_at erased_at finished_at',
    erasure: { by: 'time', why: 'it shows that the request was carried out' },
  },
  sessions: {
    why: 'to stay signed in',
    rows: ofAccount(),
    columns: {
      token_hash: 'hash of the access token',
      created_at: 'time of the sign-in',
      last_used_at: 'time of the last use',
      browser: 'name of the browser and its system',
      network: 'network of the sign-in',
    },
    others: 'account_id verified_at',
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
    rows: hasEmail('recipient'),
    columns: { recipient: 'e-mail address', subject: 'subject', html: 'the mail', body_text: 'the mail' },
    others: 'id message_id sender delivered_at',
    isUnexported: true,
    erasure: ROWS,
  },
  referrals: {
    why: 'to see which campaign visitors come from',
    // What another account came by is that account's.
    rows: ({ accountId }) => sql`viewer_id in (
        select viewer_id from referrals where id = (select referral_id from accounts where id = ${accountId}))
      and not exists (select from accounts where referral_id = referrals.id and id <> ${accountId})`,
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
  activity_days: {
    why: 'to count how many different players are active, and how many return',
    rows: ofAccount(),
    columns: { day: 'day', previous_day: 'day before it', sign_ins: 'sign-ins' },
    others: 'account_id',
    erasure: { by: 'time', why: 'it names only the number of the account, and ends soon' },
  },
  rate_limits: {
    why: 'to refuse too many requests',
    // Lock order: stage, then key. A limit of an address that was only typed is a stranger's, perhaps, and ends soon.
    rows: ({ emails, accountId }) => sql`key in (
      select key from rate_limits
      where substring(key from ' to:(?:day:|hour:)?(.*)$') = any(${texts(emails.map(mailboxOf))})
        or key like ${`% account:${accountId}`}
      order by stage, key for update)`,
    columns: { key: 'what is limited, with an internet address, a mailbox or the number of an account' },
    others: 'used resets_at stage',
    isUnexported: true,
    erasure: ROWS,
  },
};
