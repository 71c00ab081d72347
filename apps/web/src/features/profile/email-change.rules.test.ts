import { describe, expect, it } from 'vitest';
import { findEmailChangeFault } from './email-change.rules.ts';

describe('an e-mail change', () => {
  const entries = {
    currentPassword: 'secret1',
    newEmail: 'new@example.org',
    confirmEmail: 'new@example.org',
  };

  it.each([
    [{}, undefined],
    [{ confirmEmail: 'other@example.org' }, 'The new email addresses do not match.'],
    [{ confirmEmail: 'other@example.org', currentPassword: '' }, 'The new email addresses do not match.'],
    [{ currentPassword: '' }, 'Please enter your current password to confirm this change.'],
    [
      { currentPassword: '', newEmail: 'x', confirmEmail: 'x' },
      'Please enter your current password to confirm this change.',
    ],
    [{ newEmail: 'x', confirmEmail: 'x' }, 'Please enter a valid email address.'],
    [{ newEmail: '', confirmEmail: '' }, 'Please enter a valid email address.'],
  ])('answers %o with: %s', (change, message) => {
    expect(findEmailChangeFault({ ...entries, ...change })?.message).toBe(message);
  });
});
