import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { ADMIN_USER } from '#test/admin-users.ts';
import { EmailFields } from './EmailFields.tsx';
import { userFormOf } from './user-form.rules.ts';

function Fields() {
  const [form, setForm] = useState(userFormOf(ADMIN_USER));
  return (
    <EmailFields
      form={form}
      user={ADMIN_USER}
      errors={{}}
      onChange={(changes) => setForm({ ...form, ...changes })}
    />
  );
}

const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Email is confirmed' });
const type = (value: string) => fireEvent.change(screen.getByLabelText('Email'), { target: { value } });
const HINT = 'A new address is unconfirmed unless you tick this again.';

afterEach(cleanup);

it('the box unticks itself when the address changes, says why, and can be ticked again', () => {
  render(<Fields />);
  expect([box().checked, screen.queryByText(HINT)]).toEqual([true, null]);
  type('new@example.test');
  expect(box().checked).toBe(false);
  expect(screen.getByText(HINT)).toBeDefined();
  fireEvent.click(box());
  expect(box().checked).toBe(true);
});

it('the box is ticked again with the address that the form was opened with', () => {
  render(<Fields />);
  type('aria@example.tes');
  expect(box().checked).toBe(false);
  type('aria@example.test');
  expect([box().checked, screen.queryByText(HINT)]).toEqual([true, null]);
});
