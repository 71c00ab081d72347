import * as endpoints from '@waygate/contract/drops/drops.endpoints';
import type { DropKind, DropProgress, Reward } from '@waygate/contract/drops/drops.schemas';
import { call } from '#api/call.ts';
import type { Target } from '#features/game-servers/target.rules.ts';

/** An account's minutes this season, and whether they count right now. */
export type AccountProgress = DropProgress & { minutes: number };

export type Drops = { progress: AccountProgress; rewards: Reward[] };

export async function loadDrops(kind: DropKind, signal: AbortSignal): Promise<Drops> {
  const list = kind === 'viewer' ? endpoints.listWatchRewards : endpoints.listStreamRewards;
  const [progress, rewards] = await Promise.all([loadProgress(kind, signal), call(list, {}, { signal })]);
  return { progress, rewards };
}

export async function loadProgress(kind: DropKind, signal: AbortSignal): Promise<AccountProgress> {
  if (kind === 'viewer') {
    const { watchTime, ...progress } = await call(endpoints.getWatchTime, {}, { signal });
    return { ...progress, minutes: watchTime };
  }
  const { streamTime, ...progress } = await call(endpoints.getStreamTime, {}, { signal });
  return { ...progress, minutes: streamTime };
}

/** `isRevoked`: nothing is delivered. */
export type ClaimAnswer = { message?: string; isRevoked?: boolean };

export async function claim(
  kind: DropKind,
  body: { rewardId: number } & Partial<Target>,
): Promise<ClaimAnswer> {
  const endpoint = kind === 'viewer' ? endpoints.claimViewerReward : endpoints.claimStreamerReward;
  return call(endpoint, { body });
}
