import type { Section } from '@waygate/contract/permissions';
import { addTestSections } from '@waygate/contract/tests/test-sections';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ADMIN_USER } from '#test/admin-users.ts';
import { canAdminister, canUse } from '#features/admin/sections.ts';
import { RightsField } from './RightsField.tsx';
import { userFormOf, userUpdateOf } from './user-form.rules.ts';

beforeAll(() => addTestSections('polls'));
// With the entry of the menu that its page would bring.
vi.mock('./rights.ts', () => ({
  RIGHTS: [{ label: 'Content', rights: [{ section: 'polls', label: 'Polls' }] }],
}));
const POLLS = 'polls' as Section;

const USER = { ...ADMIN_USER, webMgt: 77, sections: ['polls', 'a newer one'] };

afterEach(cleanup);

describe('a section beyond the primes', () => {
  it('is opened by the session that has its name, and opens the admin area', () => {
    const session = { accessToken: 'x', webMgt: 1, sections: ['polls'] };
    expect([canUse(session, POLLS), canAdminister(session)]).toEqual([true, true]);
    expect([canUse(session, 'news'), canUse({ accessToken: 'x', webMgt: 2 }, POLLS)]).toEqual([false, false]);
  });

  it('opens nothing for a stored session that holds something else in its place', () => {
    // Storage is the player's own: anything may stand there.
    const broken = { accessToken: 'x', webMgt: 1, sections: 'polls' } as unknown as { accessToken: string };
    expect([canUse(broken, POLLS), canAdminister(broken)]).toEqual([false, false]);
  });

  it('stands in the form of an account beside the primes, and is sent by its name', () => {
    const form = userFormOf(USER);
    expect(form.sections).toEqual(['patchNotes', 'news', 'polls']);
    expect(userUpdateOf(form, 3)).toMatchObject({ webMgt: 77, sections: ['polls'] });
    expect(userUpdateOf({ ...form, sections: [] }, 3)).toMatchObject({ webMgt: 1, sections: [] });
  });

  it.each([
    [['polls'], false],
    [[], true],
  ])('can be granted by staff who hold it: with %j, the box is disabled: %s', (sections, isDisabled) => {
    const onChange = vi.fn<(sections: Section[]) => void>();
    const staff = { permission: 0, webMgt: 2, sections };
    render(<RightsField sections={['news']} staff={staff} isOwnAccount={false} onChange={onChange} />);
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Polls' });
    expect(box.disabled).toBe(isDisabled);
    if (isDisabled) return;
    fireEvent.click(box);
    expect(onChange).toHaveBeenCalledWith(['news', 'polls']);
  });
});
