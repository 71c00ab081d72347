import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as z from 'zod/mini';
import { endpoint } from '@waygate/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { CsvButton } from '#features/admin/lists/CsvButton.tsx';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';

const giveCoins = endpoint({
  method: 'POST',
  path: '/admin/coins/:id',
  access: { section: 'users' },
  sudo: true,
  summary: 'Give coins.',
  params: z.object({ id: z.string() }),
  response: 'empty',
});

const exportCoins = endpoint({
  method: 'GET',
  path: '/admin/coins/export',
  access: { section: 'users' },
  sudo: true,
  summary: 'Coins as CSV.',
  query: z.object({}),
  response: 'csv',
});

const DUE = { status: 403, body: { code: 'sudo_required', message: "Confirm it's you first." } };
const FACTORS = 'GET /api/user/factors';
const SUDO = 'POST /api/user/sudo';
const NO_FACTOR = {
  totpSince: null,
  recoveryCodesLeft: 0,
  passkeys: [],
  isRequired: false,
  removalDueAt: null,
};
const APP = { ...NO_FACTOR, totpSince: '2026-01-02T10:00:00Z', recoveryCodesLeft: 9 };
const GRANTED = { body: { until: '2026-01-02T10:15:00Z' } };

function Giver({ id }: { id: string }) {
  const { submit, error, isBusy } = useAdminMutation(giveCoins, { success: `Gave ${id}.`, failure: 'No.' });
  return (
    <>
      <output aria-label={`Error ${id}`}>{error}</output>
      <button type="button" disabled={isBusy} onClick={() => void submit({ params: { id } })}>
        Give {id}
      </button>
    </>
  );
}

/** Answers `sudo_required` until it is confirmed by the right password or code. */
function open(answers: Answers = {}, factors: typeof NO_FACTOR | typeof APP = NO_FACTOR) {
  let isConfirmed = false;
  const answer = () => (isConfirmed ? { status: 204 } : DUE);
  return renderAdmin({
    at: '/admin/news',
    pages: {
      '/admin/news': (
        <>
          <Giver id="1" />
          <Giver id="2" />
          <CsvButton endpoint={exportCoins} caption="Coins" />
        </>
      ),
    },
    answers: {
      [FACTORS]: { body: factors },
      [SUDO]: () => {
        isConfirmed = true;
        return GRANTED;
      },
      'POST /api/admin/coins/1': answer,
      'POST /api/admin/coins/2': answer,
      'GET /api/admin/coins/export': answer,
      ...answers,
    },
  });
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const findDialog = async () => within(await screen.findByRole('dialog', { name: "Confirm it's you" }));
const requests = ({ sent }: ReturnType<typeof open>, request: string) =>
  sent.filter((one) => one.request === request);

describe('a sensitive action', () => {
  it('asks for the password of an account without a factor, and is repeated', async () => {
    const view = open();
    await press('Give 1');
    const dialog = await findDialog();
    const password = dialog.getByLabelText('Password');
    expect(document.activeElement).toBe(password);
    await userEvent.type(password, 'secret words{Enter}');
    expect(await screen.findByText('Gave 1.')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(requests(view, SUDO).map(({ body }) => body)).toEqual([{ password: 'secret words' }]);
    expect(requests(view, 'POST /api/admin/coins/1')).toHaveLength(2);
  });

  it('asks for a code of an account with an app, or a recovery code', async () => {
    const view = open({}, APP);
    await press('Give 1');
    const dialog = await findDialog();
    expect(dialog.getByLabelText('Code').getAttribute('inputmode')).toBe('numeric');
    expect(dialog.queryByLabelText('Password')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Use a recovery code' }));
    const code = dialog.getByLabelText('Recovery code');
    expect(document.activeElement).toBe(code);
    await userEvent.type(code, 'abcd-efgh{Enter}');
    expect(await screen.findByText('Gave 1.')).toBeDefined();
    expect(requests(view, SUDO).map(({ body }) => body)).toEqual([{ code: 'abcd-efgh' }]);
  });

  it('says what was wrong, and stays open', async () => {
    open({ [SUDO]: { status: 403, body: { code: 'wrong_password', message: 'Wrong password.' } } });
    await press('Give 1');
    const dialog = await findDialog();
    await press('Confirm');
    expect(dialog.getByRole('alert').textContent).toBe('Please enter your password.');
    await userEvent.type(dialog.getByLabelText('Password'), 'guess{Enter}');
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe('Wrong password.'));
  });

  it('is dropped without a word when the dialog is closed, and may be tried again', async () => {
    const view = open();
    await press('Give 1');
    await findDialog();
    await press('Close');
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Give 1' }).disabled).toBe(false),
    );
    expect(screen.getByRole('status', { name: 'Error 1' }).textContent).toBe('');
    expect(screen.getByRole('log').textContent).toBe('');
    expect(requests(view, 'POST /api/admin/coins/1')).toHaveLength(1);
    await press('Give 1');
    expect(await findDialog()).toBeDefined();
  });

  it('is asked about once when several wait', async () => {
    const view = open();
    act(() => {
      screen.getByRole('button', { name: 'Give 1' }).click();
      screen.getByRole('button', { name: 'Give 2' }).click();
    });
    const dialog = await findDialog();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await userEvent.type(dialog.getByLabelText('Password'), 'secret words{Enter}');
    expect(await screen.findByText('Gave 1.')).toBeDefined();
    expect(await screen.findByText('Gave 2.')).toBeDefined();
    expect(requests(view, FACTORS)).toHaveLength(1);
    expect(requests(view, SUDO)).toHaveLength(1);
  });

  it('is refused for good when it is still due after that', async () => {
    const view = open({ 'POST /api/admin/coins/1': DUE });
    await press('Give 1');
    await userEvent.type((await findDialog()).getByLabelText('Password'), 'secret words{Enter}');
    await waitFor(() =>
      expect(screen.getByRole('status', { name: 'Error 1' }).textContent).toBe("Confirm it's you first."),
    );
    expect(requests(view, 'POST /api/admin/coins/1')).toHaveLength(2);
  });

  it('fails as the first call does when nobody can be asked', async () => {
    open({ [FACTORS]: { status: 503, body: { code: 'unavailable', message: 'Try again later.' } } });
    await press('Give 1');
    await waitFor(() =>
      expect(screen.getByRole('status', { name: 'Error 1' }).textContent).toBe('Try again later.'),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('an export', () => {
  it('asks, and goes on', async () => {
    const view = open();
    await press('Export CSV');
    await userEvent.type((await findDialog()).getByLabelText('Password'), 'secret words{Enter}');
    expect(await screen.findByText('Coins exported.')).toBeDefined();
    expect(requests(view, 'GET /api/admin/coins/export')).toHaveLength(2);
  });

  it('shows no error when the dialog is closed', async () => {
    open();
    await press('Export CSV');
    await findDialog();
    await press('Close');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Export CSV' }).getAttribute('aria-busy')).toBeNull(),
    );
    expect(screen.getByRole('log').textContent).toBe('');
  });
});
