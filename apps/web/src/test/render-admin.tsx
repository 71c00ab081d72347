import type { Profile } from '@waygate/contract/accounts/accounts.schemas';
import type { ReactNode } from 'react';
import type { RouteObject } from 'react-router';
import { saveSession } from '#api/session.ts';
import { route as adminFrame } from '#pages/admin/AdminPage.tsx';
import { fakeServer, renderPage } from './render-page.tsx';

/** What the server answers, by 'METHOD /path'. */
export type Answers = Parameters<typeof fakeServer>[0];

export type RenderAdminOptions = {
  /** What stands at `/admin/…` addresses. */
  pages: Record<string, ReactNode>;
  at: string;
  /** The signed-in member of staff; the owner of every section unless said otherwise. */
  webMgt?: number;
  privilege?: number;
  /** What the server answers, beside who is signed in. */
  answers?: Answers;
  site?: Parameters<typeof renderPage>[0]['site'];
};

const SERVERS = 'GET /api/admin/game/server-names';

const PROFILE: Profile = {
  userName: 'Gatekeeper',
  email: 'gatekeeper@example.test',
  isEmailConfirmed: true,
  avatarUrl: null,
  accountDBID: 1,
  registerTime: '2026-01-02T10:00:00Z',
  lastLoginTime: null,
  hasClaimedVeteranPackage: false,
  hasClaimedFounderPackage: false,
  twitchId: null,
  webMgt: 1,
  sections: [],
  privilege: 0,
};

/** Mounts pages in the admin area's frame, signed in. */
export function renderAdmin({
  pages,
  at,
  webMgt = 1,
  privilege = 32,
  answers = {},
  site = {},
}: RenderAdminOptions) {
  saveSession({ accessToken: 'token-1', accountDBID: 1, webMgt, privilege });
  const server = fakeServer({
    'GET /api/user/profile': { body: { ...PROFILE, webMgt, privilege } },
    [SERVERS]: { body: { servers: [] } },
    ...answers,
  });
  const children: RouteObject[] = Object.entries(pages).map(([path, element]) => ({ path, element }));
  return {
    ...server,
    ...renderPage({ routes: [{ path: '/admin', Component: adminFrame.Component, children }], at, site }),
  };
}
