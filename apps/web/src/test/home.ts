import type { Home } from '@waygate/contract/home/home.schemas';

const ARTICLE = {
  id: 7,
  title: 'Run a dungeon with the game masters',
  snippet: 'Four evenings, four dungeons.',
  imageUrl: null,
  category: 'Community',
  publishedAt: '2026-11-12T10:00:00Z',
  createdAt: '2026-11-12T10:00:00Z',
};

const channel = (login: string) => ({
  login,
  displayName: login,
  url: `https://www.twitch.tv/${login}`,
  title: `${login} plays`,
  viewers: 12,
  thumbnailUrl: null,
});

const picture = (name: string) => ({
  imageUrl: `/api/media/${name}.webp`,
  alt: `The ${name}`,
  caption: '',
  width: 1600,
  height: 900,
});

/** A landing page with everything that it may have. */
export const HOME: Home = {
  maintenance: null,
  world: { status: 'online', playersOnline: 1284, gameVersion: '1.2.0', servers: 1 },
  event: {
    ...ARTICLE,
    id: 9,
    title: 'Lanternfall',
    startsAt: '2026-11-27T18:00:00Z',
    endsAt: '2026-12-04T18:00:00Z',
  },
  newestPatch: {
    id: 3,
    version: '1.2.0',
    title: 'Emberdeep',
    releaseDate: '2026-11-05',
    summary: 'A dungeon below the old mine.',
    changes: { new: 4, changed: 2, fixed: 9 },
  },
  newestArticle: ARTICLE,
  drops: {
    season: { name: 'Season Two', startsAt: '2026-11-01T00:00:00Z', endsAt: null },
    live: ['korr', 'rune', 'brin', 'agnes'].map(channel),
    total: 4,
    viewerRewards: [{ title: 'Fallen Star', imageUrl: null, requiredMinutes: 240 }],
    streamerRewards: [],
  },
  offer: {
    productId: 5,
    name: 'Horn of the Grey Stag',
    imageUrl: null,
    contents: [],
    price: 12.99,
    newPrice: 9.99,
    saleEndDate: '2026-11-25T12:00:00Z',
  },
  gallery: [picture('castle'), picture('harbour'), picture('mine')],
  requirements: [{ name: 'Memory', minimum: '4 GB', recommended: '' }],
  client: { fileName: 'launcher.exe', bytes: 128_400_000, sha256: 'a3'.repeat(32), version: '1.2.0' },
};

/** The same with nothing in it. */
export const EMPTY_HOME: Home = {
  maintenance: null,
  world: null,
  event: null,
  newestPatch: null,
  newestArticle: null,
  drops: { season: null, live: [], total: 0, viewerRewards: [], streamerRewards: [] },
  offer: null,
  gallery: [],
  requirements: [],
  client: null,
};
