import { AUDIT_LABELS, auditKindSchema } from '@waygate/contract/audit/audit.schemas';
import { describe, expect, it } from 'vitest';
import { changesOf, isLong, shortened } from './audit-labels.ts';

describe('an entry of the audit log', () => {
  it('have a label for every kind of action', () => {
    expect(Object.keys(AUDIT_LABELS).toSorted()).toEqual(auditKindSchema.options.toSorted());
  });

  it('tells what stood there and what stands there now', () => {
    const before = { email: 'a@example.test', isEmailConfirmed: false, agaiaClubExpiry: null };
    const after = { email: 'b@example.test', isEmailConfirmed: true, agaiaClubExpiry: '2027' };
    expect(changesOf({ before, after })).toEqual([
      { field: 'email', before: 'a@example.test', after: 'b@example.test' },
      { field: 'isEmailConfirmed', before: 'no', after: 'yes' },
      { field: 'agaiaClubExpiry', before: '–', after: '2027' },
    ]);
  });

  it('is shortened to the beginnings of its texts', () => {
    const [body, title] = changesOf({ before: null, after: { body: 'word '.repeat(100), title: 'Title' } });
    expect([body, title].map((change) => change && isLong(change))).toEqual([true, false]);
    expect(body && shortened(body).after).toHaveLength(161);
    expect(title && shortened(title)).toEqual({ field: 'title', before: '–', after: 'Title' });
  });

  it('is shortened to where its texts begin to differ', () => {
    const start = 'All of this stood there before. '.repeat(20);
    const [line] = changesOf({
      before: { body: `${start}One lantern.` },
      after: { body: `${start}Two lanterns.${' More.'.repeat(50)}` },
    });
    expect(line && shortened(line)).toEqual({
      field: 'body',
      before: `…${start.slice(-40)}One lantern.`,
      after: expect.stringMatching(/^….{40}Two lanterns\.( More\.)+.*…$/),
    });
  });
});
