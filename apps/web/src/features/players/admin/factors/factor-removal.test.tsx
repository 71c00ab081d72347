import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ADMIN_USER } from '#test/admin-users.ts';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';
import { type AccountFactors, PlannedRemoval, RemoveFactors } from './FactorRemoval.tsx';

const REMOVAL = '/api/admin/users/7/factor-removal';
const FACTORS: AccountFactors = { hasTotp: true, passkeys: 2, removalDueAt: null };
const PLANNED = { ...FACTORS, removalDueAt: '2026-11-28T22:00:00.000Z' };

function open(
  factors: AccountFactors,
  answers: Answers = {},
  { user = ADMIN_USER, ...rights }: { webMgt?: number; privilege?: number; user?: typeof ADMIN_USER } = {},
) {
  return renderAdmin({
    at: '/admin/users/7',
    pages: {
      '/admin/users/7': (
        <>
          <RemoveFactors user={user} factors={factors} />
          <PlannedRemoval user={user} factors={factors} />
        </>
      ),
    },
    answers,
    ...rights,
  });
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('removing the second factors of a player', () => {
  it('says what is lost and who hears of it, asks for a reason, and plans it', async () => {
    const { sent } = open(FACTORS, { [`POST ${REMOVAL}`]: { body: { dueAt: '2026-11-28T22:00:00.000Z' } } });
    await press('Remove second factors…');
    const dialog = within(screen.getByRole('dialog', { name: 'Remove second factors of Aria' }));
    expect(
      dialog.getByText(/loses its authenticator app and 2 passkeys and all recovery codes/),
    ).toBeDefined();
    expect(dialog.getByText(/aria@example\.test gets a mail/)).toBeDefined();
    await press('Remove in 48 hours');
    expect(sent.filter(({ request }) => request === `POST ${REMOVAL}`)).toHaveLength(0);
    await userEvent.type(dialog.getByLabelText('Reason'), 'Lost the phone, verified on Discord');
    await press('Remove in 48 hours');
    expect(await screen.findByText('Second factors of Aria will be removed in 48 hours.')).toBeDefined();
    expect(sent.find(({ request }) => request === `POST ${REMOVAL}`)?.body).toEqual({
      reason: 'Lost the phone, verified on Discord',
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is offered only where there is something to remove', () => {
    open({ ...FACTORS, hasTotp: false, passkeys: 0 });
    expect(screen.queryByRole('button', { name: 'Remove second factors…' })).toBeNull();
  });

  it('of staff is offered to owners alone', () => {
    const { unmount } = open(FACTORS, {}, { privilege: 0, webMgt: 2 });
    expect(screen.queryByRole('button', { name: 'Remove second factors…' })).toBeNull();
    unmount();
    open(FACTORS, {}, { privilege: 0, webMgt: 2, user: { ...ADMIN_USER, webMgt: 1 } });
    expect(screen.getByRole('button', { name: 'Remove second factors…' })).toBeDefined();
  });

  it('is shown while it is planned, and can be stopped', async () => {
    const { sent } = open(PLANNED, { [`DELETE ${REMOVAL}`]: { status: 204 } });
    expect(screen.getByText(/^All second factors are removed on/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Remove second factors…' })).toBeNull();
    await press('Stop removal');
    expect(await screen.findByText('Second factors of Aria stay.')).toBeDefined();
    expect(sent.some(({ request }) => request === `DELETE ${REMOVAL}`)).toBe(true);
  });

  it('says why it could not be stopped', async () => {
    open(PLANNED, {
      [`DELETE ${REMOVAL}`]: { status: 404, body: { code: 'not_found', message: 'It was stopped already.' } },
    });
    await press('Stop removal');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('It was stopped already.'));
  });
});
