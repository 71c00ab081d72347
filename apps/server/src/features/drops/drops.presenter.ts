import type { CountingState, DropProgress, Reward } from '@waygate/contract/drops/drops.schemas';
import type { TwitchRewardRow } from '#features/twitch-rewards/twitch-rewards.ts';
import type { LiveChannelRow, ProgressRow } from './progress.queries.ts';

type Judged = { state: CountingState; live: LiveChannelRow[]; dailyCap: number | undefined };

export function presentProgress(row: ProgressRow, { state, live, dailyCap }: Judged): DropProgress {
  const { season, sampledAt, latest, todayMinutes } = row;
  const isCounting = state === 'counting' && latest?.login && latest.displayName;
  return {
    season: season && { ...season, endsAt: season.endsAt === null ? null : iso(season.endsAt) },
    state,
    channel: isCounting
      ? presentChannel({ login: latest.login ?? '', displayName: latest.displayName ?? '' })
      : null,
    lastSampleAt: sampledAt && iso(sampledAt),
    todayMinutes,
    dailyCap: dailyCap ?? null,
    live: live.map(presentChannel),
  };
}

function presentChannel({ login, displayName }: LiveChannelRow) {
  return { login, displayName, url: `https://www.twitch.tv/${login}` };
}

/** PostgreSQL writes times in JSON with an offset. */
function iso(time: string): string {
  return new Date(time).toISOString();
}

export function presentReward(row: TwitchRewardRow, isClaimed: boolean): Reward {
  return {
    rewardId: row.id,
    title: row.title,
    description: row.description,
    imageUrl: row.imageUrl,
    requiredMinutes: row.requiredMinutes,
    isClaimed,
  };
}
