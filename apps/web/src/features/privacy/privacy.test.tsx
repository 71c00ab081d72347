import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { route as profilePage } from '#pages/accounts/ProfilePage.tsx';
import { fakeServer, renderPage } from '#test/render-page.tsx';
import { useSignedInPlayer } from '#test/set-clock.ts';

const DUE = '2026-07-15T10:00:00.000Z';
const PROFILE = {
  userName: 'Aria',
  email: 'aria@example.org',
  isEmailConfirmed: true,
  avatarUrl: null,
  accountDBID: 4711,
  registerTime: '2026-01-02T10:00:00Z',
  lastLoginTime: null,
  hasClaimedVeteranPackage: false,
  hasClaimedFounderPackage: false,
  twitchId: null,
  webMgt: 1,
  sections: [],
  privilege: 0,
};
const GET_PROFILE = 'GET /api/user/profile';
const ERASURE = '/api/user/privacy/erasure';
const OTHERS = { 'GET /api/user/game-accounts': { body: { gameAccounts: [] } } };

useSignedInPlayer({ webMgt: 1 });

/** Lazily loaded parts arrive outside the fake clock. */
async function openPrivacy() {
  vi.useRealTimers();
  const page = renderPage({ routes: [{ path: '/profile', ...profilePage }], at: '/profile?tab=privacy' });
  await screen.findByRole('heading', { name: 'Delete account' });
  return page;
}

describe('the privacy tab', () => {
  it('asks for the password before the account is deleted, and shows when', async () => {
    const answers: Record<string, { status?: number; body?: unknown }> = {
      ...OTHERS,
      [GET_PROFILE]: { body: PROFILE },
      [`POST ${ERASURE}`]: {
        status: 403,
        body: { code: 'wrong_password', message: 'Wrong.', fields: { password: 'Wrong.' } },
      },
    };
    const { sent } = fakeServer(answers);
    await openPrivacy();
    fireEvent.click(screen.getByRole('button', { name: 'Delete my account…' }));
    const dialog = screen.getByRole('dialog', { name: 'Delete my account' });
    const submit = within(dialog).getByRole('button', { name: 'Delete my account in 14 days' });
    fireEvent.click(submit);
    expect(within(dialog).getByRole('alert').textContent).toContain('Please enter your password.');
    fireEvent.change(within(dialog).getByLabelText('Password'), { target: { value: 'wrong' } });
    fireEvent.click(submit);
    expect((await within(dialog).findByText('Wrong.')).textContent).toBe('Wrong.');
    answers[`POST ${ERASURE}`] = { body: { erasure: { requestedAt: DUE, dueAt: DUE } } };
    answers[GET_PROFILE] = { body: { ...PROFILE, erasureDueAt: DUE } };
    fakeServer(answers);
    fireEvent.click(submit);
    expect(await screen.findAllByText(/will be deleted on/)).not.toEqual([]);
    expect(sent.some(({ body }) => JSON.stringify(body) === '{"password":"wrong"}')).toBe(true);
  });

  it('keeps the account', async () => {
    fakeServer({ ...OTHERS, [GET_PROFILE]: { body: { ...PROFILE, erasureDueAt: DUE } } });
    await openPrivacy();
    const [keep] = await screen.findAllByRole('button', { name: 'Keep my account' });
    const { sent } = fakeServer({
      ...OTHERS,
      [GET_PROFILE]: { body: PROFILE },
      [`DELETE ${ERASURE}`]: { body: { erasure: null } },
    });
    await act(async () => keep?.click());
    expect(await screen.findByRole('button', { name: 'Delete my account…' })).toBeTruthy();
    expect(sent.map(({ request }) => request)).toContain(`DELETE ${ERASURE}`);
    expect(screen.queryByText(/will be deleted on/)).toBeNull();
  });

  it('says why a download failed', async () => {
    fakeServer({
      ...OTHERS,
      [GET_PROFILE]: { body: PROFILE },
      'POST /api/user/privacy/export': {
        status: 429,
        body: { code: 'too_many_requests', message: 'Your data is being exported already.' },
      },
    });
    await openPrivacy();
    fireEvent.click(screen.getByRole('button', { name: 'Download my data' }));
    expect((await screen.findByRole('alert')).textContent).toContain('exported already');
  });
});
