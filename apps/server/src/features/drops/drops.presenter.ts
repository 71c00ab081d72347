import type { LineDelivery } from '@waygate/contract/deliveries/line-states.schemas';
import type { DropRule, SeasonRules } from '@waygate/contract/drops/drop-rules.schemas';
import type {
  CountingState,
  DropKind,
  DropProgress,
  EndedSeason,
  Reward,
} from '@waygate/contract/drops/drops.schemas';
import type { ClaimableReward } from '#features/twitch-rewards/twitch-rewards.ts';
import type { EndedSeasonRow } from './ended-seasons.queries.ts';
import type { LiveChannelRow, ProgressRow, WatchableChannels } from './progress.queries.ts';
import { lastChannel, unmetRule } from './progress.rules.ts';

type Judged = {
  kind: DropKind;
  state: CountingState;
  channels: WatchableChannels;
  dailyCap: number | undefined;
  ended: EndedSeasonRow[];
};

export function presentProgress(
  row: ProgressRow,
  { kind, state, channels, dailyCap, ended }: Judged,
): DropProgress {
  const { season, sampledAt, latest, todayMinutes } = row;
  const concerned = state === 'counting' ? latest : isUnknown(state) ? lastChannel(row) : null;
  return {
    season: season && { ...season, endsAt: season.endsAt === null ? null : iso(season.endsAt) },
    state,
    channel:
      concerned?.login && concerned.displayName
        ? presentChannel({ login: concerned.login, displayName: concerned.displayName })
        : null,
    unmet: state === 'rule_not_met' ? presentUnmet(row, kind) : null,
    lastSampleAt: sampledAt && iso(sampledAt),
    todayMinutes,
    dailyCap: dailyCap ?? null,
    live: channels.live.map(presentChannel),
    unread: channels.unread.map(presentChannel),
    ended: ended.map(presentEnded),
  };
}

function presentUnmet(row: ProgressRow, kind: DropKind): DropProgress['unmet'] {
  const rule = unmetRule(row, kind);
  if (rule === null || row.rules === null) return null;
  const needed = neededBy(rule, row.rules);
  return { rule, needed: needed === null ? null : String(needed) };
}

function neededBy(rule: DropRule, rules: SeasonRules): string | number | null {
  switch (rule) {
    case 'title':
      return rules.titleWord;
    case 'viewers':
      return rules.minViewers;
    case 'twitch_age':
      return rules.minTwitchDays;
    case 'email':
      return null;
    case 'character':
      return rules.minCharacterLevel;
    case 'address':
      return rules.maxAccountsPerAddress;
  }
}

function presentEnded({ endsAt, claimUntil, ...row }: EndedSeasonRow): EndedSeason {
  return { ...row, endsAt: iso(endsAt), claimUntil: iso(claimUntil) };
}

function isUnknown(state: CountingState): boolean {
  return state === 'chat_unread' || state === 'stream_unlisted';
}

function presentChannel({ login, displayName }: LiveChannelRow) {
  return { login, displayName, url: `https://www.twitch.tv/${login}` };
}

/** PostgreSQL writes times in JSON with an offset. */
function iso(time: string): string {
  return new Date(time).toISOString();
}

/** @param delivery of its claim; undefined while it isn't claimed */
export function presentReward(row: ClaimableReward, delivery: LineDelivery | null | undefined): Reward {
  return {
    rewardId: row.id,
    title: row.title,
    description: row.description,
    imageUrl: row.imageUrl,
    requiredMinutes: row.requiredMinutes,
    isClaimed: delivery !== undefined,
    serverIds: row.serverIds,
    delivery: delivery ?? null,
  };
}
