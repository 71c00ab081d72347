import type { Factors } from '@waygate/contract/factors/factors.schemas';
import type { OwnSession, SignIn } from '@waygate/contract/sessions/sessions.schemas';
import { saveSession } from '#api/session.ts';
import { SecurityTab } from '#features/profile/security/SecurityTab.tsx';
import { SudoProvider } from '#features/sudo/SudoProvider.tsx';
import { fakeServer, renderPage } from './render-page.tsx';

export const FACTORS = 'GET /api/user/factors';
export const SESSIONS = 'GET /api/user/sessions';
export const SIGN_INS = 'GET /api/user/sign-ins';

export const NO_FACTOR: Factors = {
  totpSince: null,
  recoveryCodesLeft: 0,
  passkeys: [],
  passkeyOrigin: 'http://localhost:3000',
  isRequired: false,
  removalDueAt: null,
};

export const HERE: OwnSession = {
  id: 1,
  browser: 'Chrome on Windows',
  network: '203.0.113.0/24',
  createdAt: '2026-11-20T10:00:00Z',
  lastUsedAt: '2026-11-26T18:00:00Z',
  expiresAt: '2026-12-26T18:00:00Z',
  isCurrent: true,
};

export const PHONE: OwnSession = { ...HERE, id: 2, browser: 'Safari on iPhone', isCurrent: false };

export const SIGN_IN: SignIn = {
  id: 1,
  at: '2026-11-26T18:00:00Z',
  outcome: 'signed_in',
  method: 'password',
  browser: 'Chrome on Windows',
  network: '203.0.113.0/24',
  isNewDevice: false,
};

type Answers = Parameters<typeof fakeServer>[0];

/** Opens the tab of a signed-in player. */
export function openSecurityTab(answers: Answers = {}) {
  saveSession({ accessToken: 'token-1', userName: 'Aria' });
  const server = fakeServer({
    [FACTORS]: { body: NO_FACTOR },
    [SESSIONS]: { body: { sessions: [HERE] } },
    [SIGN_INS]: { body: { signIns: [SIGN_IN] } },
    ...answers,
  });
  const element = (
    <SudoProvider>
      <SecurityTab />
    </SudoProvider>
  );
  return { ...server, ...renderPage({ routes: [{ path: '/profile', element }], at: '/profile' }) };
}
