import { SECTION_PRIMES } from '@waygate/contract/permissions';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { useUser } from '#features/accounts/admin/use-user.ts';
import { endUserSessions } from '@waygate/contract/accounts/accounts.admin.endpoints';
import { renderAdmin } from '#test/render-admin.tsx';

beforeAll(() => {
  window.scrollTo = () => {};
});

const DUE = {
  status: 403,
  body: { code: 'factor_required', message: 'Your account needs a second factor first.' },
};

function Account() {
  const { data } = useUser('7');
  const { submit, error } = useAdminMutation(endUserSessions, { failure: 'No.' });
  return (
    <>
      <p>{data?.userName}</p>
      <output>{error}</output>
      <button type="button" onClick={() => void submit({ params: { id: '7' } })}>
        End sessions
      </button>
    </>
  );
}

describe('staff who lack the second factor that owners ask for', () => {
  it('see what to do about it in place of every page, and nothing else', async () => {
    const { router } = renderAdmin({
      at: '/admin/users/7',
      pages: { '/admin/users/7': <Account /> },
      webMgt: SECTION_PRIMES.users,
      privilege: 0,
      answers: { 'GET /api/admin/users/7': DUE, 'GET /api/admin/today': DUE },
    });
    const title = await screen.findByRole('heading', { level: 1, name: 'A second factor is required' });
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(screen.queryByRole('navigation', { name: 'Admin' })).toBeNull();
    expect(screen.queryByText(DUE.body.message)).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Add a second factor' }));
    expect(router.state.location.pathname + router.state.location.search).toBe('/profile?tab=security');
  });

  it('see it as well when the owners ask for it meanwhile', async () => {
    renderAdmin({
      at: '/admin/users/7',
      pages: { '/admin/users/7': <Account /> },
      answers: {
        'GET /api/admin/users/7': { body: { userName: 'Aria' } },
        'DELETE /api/admin/users/7/sessions': DUE,
      },
    });
    await screen.findByText('Aria');
    await userEvent.click(screen.getByRole('button', { name: 'End sessions' }));
    await waitFor(() => expect(screen.queryByText('Aria')).toBeNull());
    expect(screen.getByRole('heading', { name: 'A second factor is required' })).toBeDefined();
  });
});
