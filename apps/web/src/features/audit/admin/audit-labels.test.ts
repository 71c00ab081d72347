import { AUDIT_LABELS, auditKindSchema } from '@waygate/contract/audit/audit.schemas';
import { describe, expect, it } from 'vitest';
import { changesOf, isLong, isOfAccount, shortened } from './audit-labels.ts';

describe('an entry of the audit log', () => {
  it('have a label for every kind of action', () => {
    expect(Object.keys(AUDIT_LABELS).toSorted()).toEqual(auditKindSchema.options.toSorted());
  });

  it('tells what stood there and what stands there now', () => {
    const before = { email: 'a@example.test', isEmailConfirmed: false, agaiaClubExpiry: null };
    const after = { email: 'b@example.test', isEmailConfirmed: true, agaiaClubExpiry: '2027' };
    expect(changesOf({ before, after })).toEqual([
      { field: 'E-mail', before: 'a@example.test', after: 'b@example.test' },
      { field: 'E-mail confirmed', before: 'no', after: 'yes' },
      { field: 'Club until', before: '–', after: '2027' },
    ]);
  });

  it('writes money, moments, lists and codes in words', () => {
    const after = {
      newPrice: 4.5,
      saleEndDate: '2026-12-01T10:00:00.000Z',
      reviewReason: 'wrong_amount',
      grants: [{ kind: 'item', itemId: 7, quantity: 2, note: null }],
      sections: [],
      isListed: false,
    };
    expect(changesOf({ before: null, after }).map(({ field, after: now }) => [field, now])).toEqual([
      ['Price on sale', '€4.50'],
      ['Sale ends', expect.stringMatching(/^Dec 1, 2026, /)],
      ['Reason of the review', 'Wrong amount'],
      ['Grants', 'Kind: item, Item: 7, Quantity: 2'],
      ['Sections', 'none'],
      ['Listed', 'no'],
    ]);
  });

  it.each([
    ['user.update', '7', true],
    ['order.refund', '7', false],
    ['delivery.retry', '7', false],
    ['action.allow_address', '203.0.113.9', false],
  ] as const)('%s of %s is about the account: %s', (kind, target, expected) => {
    expect(isOfAccount({ kind, target, account: { accountDBID: 7, userName: 'mike' } })).toBe(expected);
  });

  it('is shortened to the beginnings of its texts', () => {
    const [body, title] = changesOf({ before: null, after: { body: 'word '.repeat(100), title: 'Title' } });
    expect([body, title].map((change) => change && isLong(change))).toEqual([true, false]);
    expect(body && shortened(body).after).toHaveLength(161);
    expect(title && shortened(title)).toEqual({ field: 'Title', before: '–', after: 'Title' });
  });

  it('is shortened to where its texts begin to differ', () => {
    const start = 'All of this stood there before. '.repeat(20);
    const [line] = changesOf({
      before: { body: `${start}One lantern.` },
      after: { body: `${start}Two lanterns.${' More.'.repeat(50)}` },
    });
    expect(line && shortened(line)).toEqual({
      field: 'Text',
      before: `…${start.slice(-40)}One lantern.`,
      after: expect.stringMatching(/^….{40}Two lanterns\.( More\.)+.*…$/),
    });
  });
});
