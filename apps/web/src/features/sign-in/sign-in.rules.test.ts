import { describe, expect, it } from 'vitest';
import { findOrigin } from '#features/paths/origin.ts';
import { splitNotices } from './address-notices.ts';
import { findLoginFault } from './login.rules.ts';
import { findNewPasswordFault, findResetRequestFault } from './password-reset.rules.ts';
import { findRegistrationFault } from './registration.rules.ts';

describe('registration', () => {
  const entries = {
    username: 'Aria',
    email: 'aria@example.org',
    password: 'secret1',
    confirmPassword: 'secret1',
  };

  it.each([
    [{}, undefined],
    [{ username: '' }, 'All fields are required.'],
    [{ confirmPassword: '' }, 'All fields are required.'],
    [{ email: 'aria' }, 'Please enter a valid email address.'],
    [{ email: 'aria@example' }, 'Please enter a valid email address.'],
    [{ password: '12345' }, 'Password must be at least 6 characters long.'],
    [{ confirmPassword: 'secret2' }, 'Passwords do not match.'],
  ])('answers %o with %s', (change, message) => {
    expect(findRegistrationFault({ ...entries, ...change })?.message).toBe(message);
  });

  it('names the first of several faults in the order of the rules', () => {
    const all = { username: '', email: 'aria', password: '1', confirmPassword: '2' };
    expect(findRegistrationFault(all)?.message).toBe('All fields are required.');
    const named = { ...all, username: 'Aria' };
    expect(findRegistrationFault(named)?.message).toBe('Please enter a valid email address.');
    const addressed = { ...named, email: 'aria@example.org' };
    expect(findRegistrationFault(addressed)?.message).toBe('Password must be at least 6 characters long.');
  });

  it('points at every missing field', () => {
    const fault = findRegistrationFault({ ...entries, username: '', password: '' });
    expect(Object.keys(fault?.fields ?? {})).toEqual(['username', 'password']);
  });
});

describe('login', () => {
  it('needs both fields', () => {
    expect(findLoginFault({ identifier: '', password: 'x' })?.fields).toHaveProperty('identifier');
    expect(findLoginFault({ identifier: 'Aria', password: '' })?.fields).toHaveProperty('password');
    expect(Object.keys(findLoginFault({ identifier: '', password: '' })?.fields ?? {})).toHaveLength(2);
    expect(findLoginFault({ identifier: 'Aria', password: 'x' })).toBeUndefined();
  });

  it.each([
    [{ from: '/profile?tab=1' }, '/profile?tab=1'],
    [undefined, '/'],
    [null, '/'],
    [{ from: 7 }, '/'],
    [{ from: 'https://elsewhere.example' }, '/'],
    [{ from: '//elsewhere.example' }, '/'],
  ])('goes on from %o to %s', (state, origin) => {
    expect(findOrigin(state)).toBe(origin);
  });
});

describe('password reset', () => {
  it('asks for an address', () => {
    expect(findResetRequestFault('')?.message).toBe('Please enter an email address.');
    expect(findResetRequestFault('aria')?.message).toBe('Please enter a valid email address.');
    expect(findResetRequestFault('aria@example.org')).toBeUndefined();
  });

  it.each([
    ['', '', 'Please enter and confirm your new password.'],
    ['secret1', '', 'Please enter and confirm your new password.'],
    ['abc', 'abd', 'Passwords do not match.'],
    ['abc', 'abc', 'Password must be at least 6 characters long.'],
    ['secret1', 'secret1', undefined],
  ])('answers %s and %s with %s', (newPassword, confirmPassword, message) => {
    expect(findNewPasswordFault({ newPassword, confirmPassword })?.message).toBe(message);
  });
});

describe('notices in an address', () => {
  it('are codes, taken out of the rest of the query', () => {
    expect(splitNotices('?tab=2&message=email_confirmed&error=email_taken')).toEqual({
      message: 'Your email address is confirmed.',
      error: 'This email address is already in use by another account.',
      rest: '?tab=2',
      own: '?message=email_confirmed&error=email_taken',
    });
  });

  it('are empty where there are none', () => {
    expect(splitNotices('')).toEqual({ message: '', error: '', rest: '', own: '' });
  });

  it.each([
    'Your account is suspended. Call 0900 123.',
    'Your email address is confirmed.',
    'constructor',
    '__proto__',
    'EMAIL_CONFIRMED',
    'a'.repeat(5000),
  ])('never show a text of a link (%#)', (text) => {
    const query = `?${new URLSearchParams({ message: text, error: text })}`;
    expect(splitNotices(query)).toEqual({ message: '', error: '', rest: '', own: '' });
  });

  it('are cut to a sentence where texts are shown', () => {
    expect(splitNotices(`?error=${'a'.repeat(5000)}`, true).error).toHaveLength(300);
  });

  it('show no error as a success', () => {
    expect(splitNotices('?message=email_taken&error=email_confirmed')).toMatchObject({
      message: '',
      error: '',
    });
  });
});
