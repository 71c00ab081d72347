import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ADMIN_USER } from '#test/admin-users.ts';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { ErasureNotice } from './ErasureNotice.tsx';

const ERASURE = '/api/admin/users/7/erasure';
const NONE = { erasure: null, erasedAt: null };
const at = '2026-11-20T18:24:00.000Z';
const REQUESTED = { erasure: { requestedAt: at, dueAt: at, requestedBy: null }, erasedAt: null };

function open(answers: Answers, rank: { privilege?: number; webMgt?: number } = {}) {
  return renderAdmin({
    at: '/admin/users/7',
    pages: {
      '/admin/users/7': (
        <>
          <ErasureNotice user={ADMIN_USER} />
          <DeleteAccount user={ADMIN_USER} />
        </>
      ),
    },
    answers,
    ...rank,
  });
}

describe("the deletion of a player's account", () => {
  it('needs a reason and the typed name', async () => {
    const { sent } = open({ [`GET ${ERASURE}`]: { body: NONE }, [`POST ${ERASURE}`]: { body: REQUESTED } });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete account…' }));
    const dialog = within(screen.getByRole('dialog'));
    const submit = () => userEvent.click(dialog.getByRole('button', { name: /^Delete account in 14 days/ }));
    await submit();
    await userEvent.type(dialog.getByLabelText('Reason'), 'Wrote a mail');
    await submit();
    expect(sent.filter(({ request }) => request.startsWith('POST'))).toEqual([]);
    await userEvent.type(dialog.getByLabelText(/to confirm$/), ADMIN_USER.userName);
    await submit();
    expect(await screen.findByText(/^Deletion of .* requested\.$/)).toBeDefined();
    expect(sent.find(({ request }) => request.startsWith('POST'))?.body).toEqual({
      reason: 'Wrote a mail',
      isImmediate: false,
    });
  });

  it('is shown while it can be undone', async () => {
    const { sent } = open({ [`GET ${ERASURE}`]: { body: REQUESTED }, [`DELETE ${ERASURE}`]: { body: NONE } });
    expect(await screen.findByText(/This account will be deleted on/)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Keep account' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Keep account' }));
    await expect.poll(() => sent.map(({ request }) => request)).toContain(`DELETE ${ERASURE}`);
  });

  it('is for owners alone', async () => {
    open({ [`GET ${ERASURE}`]: { body: REQUESTED } }, { privilege: 0, webMgt: 2 });
    expect(await screen.findByText(/This account will be deleted on/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /account/ })).toBeNull();
  });
});
