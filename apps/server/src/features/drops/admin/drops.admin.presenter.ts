import type {
  AccountMinutes,
  DropAccount,
  RuleFailure,
  SampleHealth,
  Streamer,
} from '@waygate/contract/drops/drops.admin.schemas';
import type { ClaimRow, DropAccountRow, MinutesOfAccount } from './drop-minutes.queries.ts';
import type { StreamerListRow } from './drops.admin.queries.ts';
import type { RuleFailureRow } from './rule-failures.queries.ts';
import { needsAttention } from './sample-health.rules.ts';
import type { SampleHealthRows } from './sample-health.queries.ts';

export function presentStreamer(row: StreamerListRow): Streamer {
  return {
    accountDBID: row.accountId,
    userName: row.userName,
    twitchId: row.twitchUserId,
    login: row.login,
    state: row.state,
    requestedAt: iso(row.requestedAt),
    decidedAt: row.decidedAt === null ? null : iso(row.decidedAt),
    isLive: row.isLive,
    revision: row.revision,
  };
}

export function presentSampleHealth(rows: SampleHealthRows): SampleHealth {
  const { samples, lastHour, channels } = rows;
  return {
    needsAttention: needsAttention(rows),
    samples: samples.map(({ at, ...row }) => ({ ...row, minute: iso(at) })),
    lastHour,
    channels: channels.map(({ accountId, readAt, ...row }) => ({
      ...row,
      accountDBID: accountId,
      readAt: readAt && iso(readAt),
    })),
  };
}

export function presentRuleFailure({ accountId, lastAt, ...row }: RuleFailureRow): RuleFailure {
  return { ...row, accountDBID: accountId, lastAt: iso(lastAt) };
}

export function presentDropAccount({ accountId, userName }: DropAccountRow): DropAccount {
  return { accountDBID: accountId, userName };
}

export function presentAccountMinutes({ account, minutes, claims }: MinutesOfAccount): AccountMinutes {
  const { accountId, userName, twitchLogin } = account;
  return {
    accountDBID: accountId,
    userName,
    twitchLogin,
    minutes,
    claims: claims.map(presentAccountClaim),
  };
}

/** What an account claimed for its minutes. */
export function presentAccountClaim(claim: ClaimRow): AccountMinutes['claims'][number] {
  return { ...claim, claimedAt: iso(claim.claimedAt) };
}

function iso(time: string | Date): string {
  return new Date(time).toISOString();
}
