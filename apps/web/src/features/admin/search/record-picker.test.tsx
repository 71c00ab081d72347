import type { SearchHit } from '@waygate/contract/admin-search/admin-search.schemas';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderAdmin } from '#test/render-admin.tsx';
import { RecordPicker } from './RecordPicker.tsx';

const account = (accountDBID: number, userName: string): SearchHit => ({
  kind: 'account',
  accountDBID,
  userName,
  email: null,
  isBanned: false,
  isEditable: true,
});
const searchOf = (q: string) => `GET /api/admin/search?q=${encodeURIComponent(q)}&kind=account`;
const answered = (...hits: SearchHit[]) => ({ body: { hits } });

const ANSWERS = {
  [searchOf('gwen')]: answered(account(8, 'Gwen'), account(9, 'Gwendolyn')),
  [searchOf('8')]: answered(account(8, 'Gwen')),
  [searchOf('9')]: answered(account(9, 'Gwendolyn')),
  [searchOf('77')]: answered(),
  [searchOf('nobody')]: answered(),
};

function Form() {
  const [value, setValue] = useState('');
  const [sent, setSent] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setSent(value);
      }}
    >
      <RecordPicker
        kind="account"
        label="Account DBID"
        name="accountDBID"
        value={value}
        onChange={setValue}
      />
      <button type="submit">Send</button>
      <p>Sent: {sent}</p>
    </form>
  );
}

function renderPicker() {
  const user = userEvent.setup();
  const view = renderAdmin({ pages: { '/admin/x': <Form /> }, at: '/admin/x', answers: ANSWERS });
  return { user, field: screen.getByRole<HTMLInputElement>('combobox', { name: 'Account DBID' }), ...view };
}

describe('a picker', () => {
  it('finds by name, is used by keyboard, shows whose id it holds, and sends the id', async () => {
    const { user, field } = renderPicker();
    await user.type(field, 'gwen');
    expect(await screen.findByText('2 results')).toBeDefined();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(field.value).toBe('9');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(await screen.findByText('Gwendolyn')).toBeDefined();
    expect(screen.getByText(/^Sent:/).textContent).toBe('Sent: ');
    await user.keyboard('{Enter}');
    expect(screen.getByText(/^Sent:/).textContent).toBe('Sent: 9');
  });

  it('closes its list by Escape without closing the dialog around it', async () => {
    const { user, field } = renderPicker();
    await user.type(field, 'gwen');
    await screen.findByRole('listbox');
    expect(fireEvent.keyDown(field, { key: 'Escape' })).toBe(false);
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field.value).toBe('gwen');
  });

  it('takes a pasted id or exact name, and names what no record has', async () => {
    const { user, field } = renderPicker();
    await user.click(field);
    await user.paste('8');
    await user.tab();
    expect(await screen.findByText('Gwen')).toBeDefined();
    await user.clear(field);
    await user.paste('gwen');
    await screen.findByText('2 results');
    await user.tab();
    expect(field.value).toBe('8');
    await user.clear(field);
    await user.paste('77');
    await user.tab();
    expect(await screen.findByText('There is no account with this id.')).toBeDefined();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await user.clear(field);
    await user.paste('nobody');
    await user.tab();
    expect(await screen.findByText(/^No account is called “nobody”/)).toBeDefined();
  });
});
