import { afterEach, beforeEach, expect, it } from 'vitest';
import { findKeptInput, keepInput } from './kept-input.ts';
import { saveSession } from './session.ts';

beforeEach(() => saveSession({ accessToken: 'x', accountDBID: 7, webMgt: 1 }));
afterEach(() => sessionStorage.clear());

it('keeps texts, rows and lists, and leaves out secrets and what holds a file', () => {
  const file = new File(['x'], 'picture.webp');
  keepInput('form', {
    title: 'Ember Blade',
    rows: [{ key: 'a', amount: 2 }],
    newPassword: 'secret',
    file,
    picture: { file, alt: 'A blade' },
  });
  expect(findKeptInput('form')).toEqual({ title: 'Ember Blade', rows: [{ key: 'a', amount: 2 }] });
});
