import { screen } from '@testing-library/react';
import type {
  CountingState,
  DropKind,
  DropProgress,
  EndedSeason,
  Reward,
} from '@waygate/contract/drops/drops.schemas';
import { DropsTab } from '#features/drops/DropsTab.tsx';
import { renderPage } from './render-page.tsx';
import { pass } from './set-clock.ts';

export const TIME = 'GET /api/user/twitch/watchtime';
export const REWARDS = 'GET /api/user/twitch/watchrewards';
export const STREAM_TIME = 'GET /api/user/twitch/streamtime';
export const LINK = 'GET /api/user/twitch';
export const FAILED = { status: 500, body: {} };

export const ARA = { login: 'ara', displayName: 'Ara', url: 'https://www.twitch.tv/ara' };

export const PROGRESS = {
  season: { id: 2, name: 'Season Two', endsAt: null },
  state: 'counting' as CountingState,
  channel: ARA as typeof ARA | null,
  lastSampleAt: '2026-11-20T18:24:00Z',
  todayMinutes: 45,
  dailyCap: 240,
  live: [ARA],
  unread: [] as (typeof ARA)[],
  ended: [] as EndedSeason[],
  unmet: null as DropProgress['unmet'],
};

export const reward = (rewardId: number, requiredMinutes: number, isClaimed = false): Reward => ({
  rewardId,
  title: `Reward ${rewardId}`,
  description: `Number ${rewardId}`,
  imageUrl: rewardId === 1 ? 'media/lantern.webp' : null,
  requiredMinutes,
  isClaimed,
  serverIds: [1],
  delivery: null,
});

export const THREE_REWARDS = [reward(1, 30), reward(2, 60), reward(3, 240)];

/** What somebody reads who has watched for so many minutes. */
export const time = (watchTime: number, change: Partial<typeof PROGRESS> = {}) => ({
  body: { ...PROGRESS, ...change, watchTime },
});

export const twitchLink = (streamer = 'none') => ({
  body: {
    link: { twitchId: '7', login: 'quill', displayName: 'Quill', linkedAt: PROGRESS.lastSampleAt, streamer },
  },
});

export const progress = (state: CountingState) => ({
  body: { ...PROGRESS, state, channel: null, streamTime: 5 },
});

/** Answers for a streamer. */
export const streaming = (state: CountingState, streamer: string) => ({
  [STREAM_TIME]: progress(state),
  'GET /api/user/twitch/streamrewards': { body: [reward(1, 10)] },
  [LINK]: twitchLink(streamer),
});

/** Answers for somebody who has watched for 90 minutes. */
export const answers = () => ({ [TIME]: time(90), [REWARDS]: { body: THREE_REWARDS }, [LINK]: twitchLink() });

type OpenOptions = { kind?: DropKind; isLinked?: boolean; twitch?: boolean };

export async function openTab({ kind = 'viewer', isLinked = true, twitch = true }: OpenOptions = {}) {
  const view = renderPage({
    site: { features: { twitch, shop: false, mail: true } },
    routes: [{ path: '/', element: <DropsTab kind={kind} isLinked={isLinked} /> }],
    at: '/',
  });
  await pass(0);
  return view;
}

/** Of the rewards, as they are listed. */
export const states = () =>
  screen.getAllByRole('article').map((card) => /Locked|Available|Claimed/.exec(card.textContent)?.[0]);
