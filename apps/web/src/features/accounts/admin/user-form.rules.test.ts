import { userUpdateSchema } from '@waygate/contract/accounts/accounts.admin.schemas';
import { describe, expect, it } from 'vitest';
import { ADMIN_USER } from '#test/admin-users.ts';
import * as z from 'zod/mini';
import { mergeForms } from '#features/admin/records/merge-forms.ts';
import {
  findUserFault,
  isEmailTicked,
  USER_MERGES,
  userChangesOf,
  userFormOf,
  userUpdateOf,
} from './user-form.rules.ts';

const USER = {
  ...ADMIN_USER,
  webMgt: 77,
  agaiaClubExpiry: '2027-01-31T18:30:15.000Z',
  agaiaCoins: -20,
  hasClaimedFounderPackage: true,
};

describe('the form of an account', () => {
  it('sends what it was opened with when nothing was changed, and no blank password', () => {
    const update = userUpdateOf(userFormOf(USER), USER.revision);
    expect(update).toEqual({
      userName: 'Aria',
      email: 'aria@example.test',
      isEmailConfirmed: true,
      permission: 0,
      webMgt: 77,
      sections: [],
      agaiaClubExpiry: '2027-01-31 18:30:15',
      agaiaCoins: -20,
      astrumCoins: 5,
      hasClaimedFounderPackage: true,
      hasClaimedVeteranPackage: false,
      revision: 3,
    });
    expect(z.safeParse(userUpdateSchema, update).success).toBe(true);
  });

  it('sends null for no club, and 1 for no rights', () => {
    const form = { ...userFormOf(USER), clubExpiry: '', sections: [], password: 'new secret' };
    expect(userUpdateOf(form, 3)).toMatchObject({
      agaiaClubExpiry: null,
      webMgt: 1,
      password: 'new secret',
    });
  });

  it('unticks the confirmation as soon as the address is another one', () => {
    const form = { ...userFormOf(USER), email: 'new@example.test' };
    expect(userChangesOf(form, USER)).toEqual({
      email: 'new@example.test',
      isEmailConfirmed: false,
      revision: 3,
    });
  });

  it('names the new address that was ticked again, and forgets the tick with the next letter', () => {
    const ticked = { ...userFormOf(USER), email: 'new@example.test ', confirmedEmail: 'new@example.test' };
    const update = userChangesOf(ticked, USER);
    expect(update).toEqual({
      email: 'new@example.test',
      isEmailConfirmed: true,
      confirmedEmail: 'new@example.test',
      revision: 3,
    });
    expect(z.safeParse(userUpdateSchema, update).success).toBe(true);
    expect(isEmailTicked({ ...ticked, email: 'newer@example.test' })).toBe(false);
  });

  it('keeps the tick for other capitals, and has it back with the address it was opened with', () => {
    const form = userFormOf(USER);
    expect(isEmailTicked({ ...form, email: 'ARIA@example.test' })).toBe(true);
    expect(isEmailTicked({ ...form, email: 'aria@example.tes' })).toBe(false);
    expect(isEmailTicked({ ...form, email: '' })).toBe(false);
    expect(isEmailTicked({ ...form, confirmedEmail: '', email: '' })).toBe(false);
  });

  it('never confirms a new address by what somebody else saved of the old one', () => {
    const opened = userFormOf({ ...USER, isEmailConfirmed: false });
    const theirs = { ...USER, isEmailConfirmed: true };
    const mine = { ...opened, email: 'new@example.test' };
    const merged = mergeForms({ read: opened, mine, theirs: userFormOf(theirs) }, USER_MERGES);
    expect(userChangesOf(merged, theirs)).toEqual({
      email: 'new@example.test',
      isEmailConfirmed: false,
      revision: 3,
    });
  });

  it.each([
    [{ userName: ' ' }, 'Username and Email are required.'],
    [{ email: '' }, 'Username and Email are required.'],
    [{ permission: 'much' }, 'Permission must be a valid number.'],
    [{ permission: '-1' }, 'Permission must be a valid number.'],
    [{ permission: '' }, 'Permission must be a valid number.'],
    [{ agaiaCoins: '-21' }, 'Coins are a whole number, 0 or more.'],
    [{ astrumCoins: '1.5' }, 'Coins are a whole number, 0 or more.'],
  ])('with %o is refused', (changes, message) => {
    expect(findUserFault({ ...userFormOf(USER), ...changes }, USER)?.message).toBe(message);
  });

  it.each([
    { agaiaCoins: '5' },
    { astrumCoins: '6' },
    { clubExpiry: '' },
    { hasClaimedFounderPackage: false },
    { hasClaimedVeteranPackage: true },
  ])('with %o needs a reason', (changes) => {
    const form = { ...userFormOf(USER), ...changes };
    expect(findUserFault(form, USER)?.fields).toEqual({
      reason: 'Please give a reason of 3 to 500 characters.',
    });
    const reasoned = { ...form, reason: ' Lost in\nan outage ' };
    expect(findUserFault(reasoned, USER)).toBeUndefined();
    expect(userChangesOf(reasoned, USER)).toMatchObject({ reason: 'Lost in an outage' });
  });

  it('keeps a balance below zero that nobody has touched', () => {
    expect(findUserFault(userFormOf(USER), USER)).toBeUndefined();
  });
});
