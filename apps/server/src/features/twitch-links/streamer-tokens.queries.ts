import { and, asc, eq, getTableColumns, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { type StreamerRow, twitchStreamers } from './twitch-links.tables.ts';
import { type SealedTokens, sealedColumns } from './links.queries.ts';

/**
 * After this time the process of a refresh is presumed dead. Longer than a refresh and the validation after a refusal may
 * wait and take, so that no second one is sent with the same token.
 */
const REFRESH_LEASE_SECONDS = 40;

/** Twitch requires a validation every hour. Ten minutes less leaves time for retries. */
const VALID_FOR_MINUTES = 50;

/** Longer than a run takes, so that each token is tried once per run and by only one of several runs. */
const TRIED_FOR_MINUTES = 2;

/** Mails that one transaction queues; the others follow five minutes later. */
const MAILED_AT_ONCE = 500;

/** A refused refresh is tried again after this time: Twitch also refuses by mistake. */
const REFUSED_FOR_MINUTES = 10;

export type StreamerTokens = Omit<StreamerRow, 'accessToken' | 'refreshToken'> & {
  accessToken: Buffer;
  refreshToken: Buffer;
  expiresSoon: boolean;
  isExpired: boolean;
  /** Twitch has just refused to renew them. */
  isRefused: boolean;
};

/** Identifies the tokens that were read: a new link or another refresh may have replaced them. */
type HeldTokens = Pick<StreamerTokens, 'accountId' | 'refreshToken'>;

const areStillThese = ({ accountId, refreshToken }: HeldTokens) =>
  and(eq(twitchStreamers.accountId, accountId), eq(twitchStreamers.refreshToken, refreshToken));

const nobodyRefreshes = sql`${twitchStreamers.refreshedUntil} < now()`;

export async function selectStreamerTokens(db: Db, accountId: number): Promise<StreamerTokens | undefined> {
  const [row] = await selectAllStreamerTokens(db, [accountId]);
  return row;
}

/** The tokens of these streamers, unordered. Accounts that are no longer linked, or were rejected, are missing. */
export async function selectAllStreamerTokens(db: Db, accountIds: number[]): Promise<StreamerTokens[]> {
  return db
    .select({
      ...getTableColumns(twitchStreamers),
      // Without nulls, by the condition.
      accessToken: sql<Buffer>`${twitchStreamers.accessToken}`,
      refreshToken: sql<Buffer>`${twitchStreamers.refreshToken}`,
      expiresSoon: sql<boolean>`${twitchStreamers.expiresAt} < now() + interval '5 minutes'`,
      isExpired: sql<boolean>`${twitchStreamers.expiresAt} <= now()`,
      isRefused: sql<boolean>`coalesce(
        ${twitchStreamers.refreshRefusedAt} > now() - make_interval(mins => ${REFUSED_FOR_MINUTES}), false)`,
    })
    .from(twitchStreamers)
    .where(
      and(
        sql`${twitchStreamers.accountId} = any (${sql.param(accountIds)}::int[])`,
        isNotNull(twitchStreamers.accessToken),
        isNotNull(twitchStreamers.refreshToken),
      ),
    );
}

/**
 * Takes a lease to refresh these tokens, because a row lock cannot be held during a call to Twitch.
 *
 * @returns false when the tokens were replaced or another process holds the lease
 */
export async function updateRefreshLeased(db: Db, held: HeldTokens): Promise<boolean> {
  const leased = await db
    .update(twitchStreamers)
    .set({ refreshedUntil: sql`now() + make_interval(secs => ${REFRESH_LEASE_SECONDS})` })
    .where(and(areStillThese(held), nobodyRefreshes))
    .returning({ accountId: twitchStreamers.accountId });
  return leased.length > 0;
}

/**
 * Stores the new tokens and clears `needsNewLink`, which a concurrent refresh with the spent token may have set.
 *
 * @returns whether the old tokens were still stored
 */
export async function updateTokensRefreshed(
  db: Db,
  { tokens, ...held }: HeldTokens & { tokens: SealedTokens },
): Promise<boolean> {
  const refreshed = await db
    .update(twitchStreamers)
    .set({
      ...sealedColumns(tokens),
      needsNewLink: false,
      refreshRefusedAt: null,
      linkMailedAt: null,
      refreshedUntil: sql`'-infinity'`,
      validatedAt: sql`now()`,
    })
    .where(areStillThese(held))
    .returning({ accountId: twitchStreamers.accountId });
  return refreshed.length > 0;
}

export async function updateRefreshEnded(db: Db, held: HeldTokens): Promise<void> {
  await db
    .update(twitchStreamers)
    .set({ refreshedUntil: sql`'-infinity'` })
    .where(areStillThese(held));
}

/**
 * Records that Twitch refused to renew these tokens, which is tried again later.
 *
 * @returns whether they were still stored
 */
export async function updateRefreshRefused(db: Db, held: HeldTokens): Promise<boolean> {
  const refused = await db
    .update(twitchStreamers)
    .set({ refreshRefusedAt: sql`now()`, refreshedUntil: sql`'-infinity'` })
    .where(areStillThese(held))
    .returning({ accountId: twitchStreamers.accountId });
  return refused.length > 0;
}

/**
 * Records that Twitch has ended these tokens, so that the streamer must link again.
 *
 * @returns whether they were still stored
 */
export async function updateNeedsNewLink(db: Db, held: HeldTokens): Promise<boolean> {
  const ended = await db
    .update(twitchStreamers)
    .set({ needsNewLink: true, refreshedUntil: sql`'-infinity'` })
    .where(areStillThese(held))
    .returning({ accountId: twitchStreamers.accountId });
  return ended.length > 0;
}

/** Stores the same tokens under another key. Skips tokens that are being refreshed, which get the newest key anyway. */
export async function updateTokensResealed(
  db: Db,
  { tokens, ...held }: HeldTokens & { tokens: Omit<SealedTokens, 'expiresInSeconds'> },
): Promise<void> {
  const { access, refresh } = tokens;
  await db
    .update(twitchStreamers)
    .set({ keyId: access.keyId, accessToken: access.sealed, refreshToken: refresh.sealed })
    .where(and(areStillThese(held), nobodyRefreshes));
}

export type DueValidation = Pick<StreamerRow, 'accountId' | 'keyId'>;

/**
 * Claims streamers whose tokens are due for validation, least recently tried first, so that failing ones do not block the
 * others.
 */
export async function updateValidationTried(db: Db, limit: number): Promise<DueValidation[]> {
  const due = db.$with('due').as(
    db
      .select({ accountId: twitchStreamers.accountId })
      .from(twitchStreamers)
      .where(
        and(
          eq(twitchStreamers.needsNewLink, false),
          or(
            sql`${twitchStreamers.validatedAt} < now() - make_interval(mins => ${VALID_FOR_MINUTES})`,
            lt(twitchStreamers.expiresAt, sql`now()`),
          ),
          sql`${twitchStreamers.validationTriedAt} < now() - make_interval(mins => ${TRIED_FOR_MINUTES})`,
        ),
      )
      .orderBy(asc(twitchStreamers.validationTriedAt), asc(twitchStreamers.accountId))
      .limit(limit)
      .for('update', { skipLocked: true }),
  );
  return db
    .with(due)
    .update(twitchStreamers)
    .set({ validationTriedAt: sql`now()` })
    .where(inArray(twitchStreamers.accountId, db.select({ accountId: due.accountId }).from(due)))
    .returning({ accountId: twitchStreamers.accountId, keyId: twitchStreamers.keyId });
}

export async function updateValidated(db: Db, accountId: number): Promise<void> {
  await db
    .update(twitchStreamers)
    .set({ validatedAt: sql`now()` })
    .where(eq(twitchStreamers.accountId, accountId));
}

/** One streamer's token per key, without those that need a new link. */
export async function selectTokenOfEachKey(
  db: Db,
): Promise<{ accountId: number; keyId: string; sealed: Buffer }[]> {
  const { rows } = await db.execute<{ accountId: number; keyId: string; sealed: Buffer }>(sql`
    select distinct on (key_id) account_id as "accountId", key_id as "keyId", access_token as sealed
    from twitch_streamers where not needs_new_link and access_token is not null`);
  return rows;
}

/** Records that these streamers are asked by mail to link again. Rejected ones are not: it would change nothing. */
export async function updateLinkMailed(tx: Transaction): Promise<{ accountId: number; email: string }[]> {
  const { rows } = await tx.execute<{ accountId: number; email: string }>(sql`
    with due as (
      select account_id from twitch_streamers
      where needs_new_link and link_mailed_at is null and decision <> 'rejected'
      order by account_id limit ${MAILED_AT_ONCE}
      for update skip locked
    )
    update twitch_streamers s set link_mailed_at = now()
    from due join accounts a on a.id = due.account_id
    where s.account_id = due.account_id
    returning s.account_id as "accountId", a.email`);
  return rows;
}
