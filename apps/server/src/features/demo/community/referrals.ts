import type { Row } from './rows.ts';
import { after, DAY, dayOf } from './times.ts';
import type { World } from './world.ts';

const VISITS = 460;
const DAYS = 60;
const CAMPAIGNS = [
  {
    source: 'youtube',
    medium: 'video',
    campaign: 'lanternfall',
    contents: ['guide-1', 'guide-2', 'trailer'],
  },
  { source: 'twitch', medium: 'stream', campaign: 'season-two', contents: ['panel', 'chat'] },
  { source: 'newsletter', medium: 'email', campaign: 'autumn', contents: ['header', 'footer'] },
  { source: 'forum', medium: 'link', campaign: null, contents: ['signature'] },
];
const SHARE_OF_NEW = 0.4;

/** Visits by campaigns, and the account → visit that some came from. */
export function createReferrals({ random, now, players }: World): { visits: Row[]; ofAccounts: Row[] } {
  const recent = players.filter(({ registeredAt }) => registeredAt > after(now, -DAYS * DAY));
  const brought = recent.filter(() => random.chance(SHARE_OF_NEW));
  const times = [
    ...brought.map(({ registeredAt, id }) => ({ at: after(registeredAt, -9 * 60_000), accountId: id })),
    ...Array.from({ length: VISITS }, () => ({
      at: after(now, -random.next() * DAYS * DAY),
      accountId: undefined,
    })),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const visits = times.map(({ at }, place) => {
    const { contents, ...campaign } = random.pickEarly(CAMPAIGNS);
    const content = random.pickEarly(contents);
    return {
      id: place + 1,
      viewer_id: random.uuid(),
      landing_url: `https://agaia.example/?utm_source=${campaign.source}&utm_content=${content}`,
      landing_hash: `\\x${random.hex(64)}`,
      recorded_on: dayOf(at),
      visited_at: at,
      ...campaign,
      content,
      term: null,
    };
  });
  const ofAccounts = times.flatMap(({ accountId }, place) =>
    accountId === undefined ? [] : [{ account_id: accountId, referral_id: place + 1 }],
  );
  return { visits, ofAccounts };
}
