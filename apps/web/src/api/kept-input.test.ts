import { afterEach, beforeEach, expect, it } from 'vitest';
import { dropKeptInput, findKeptInput, keepInput, noticeKeptInput } from './kept-input.ts';
import { saveSession } from './session.ts';

const SESSION = { accessToken: 'x', accountDBID: 7, webMgt: 1 };

beforeEach(() => saveSession(SESSION));
afterEach(() => sessionStorage.clear());

it('keeps texts, rows and lists, and leaves out secrets and what holds a file', () => {
  const file = new File(['x'], 'picture.webp');
  const input = {
    title: 'Ember Blade',
    rows: [{ key: 'a', amount: 2 }],
    newPassword: 'secret',
    file,
    picture: { file, alt: 'A blade' },
  };
  keepInput('form', input, SESSION);
  expect(findKeptInput('form')).toEqual({ title: 'Ember Blade', rows: [{ key: 'a', amount: 2 }] });
});

it('is noticed once after each session that ended with input', () => {
  expect(noticeKeptInput()).toBe(false);
  keepInput('form', { title: 'Ember Blade' }, SESSION);
  keepInput('other form', { title: 'Horn' }, SESSION);
  expect(noticeKeptInput()).toBe(true);
  dropKeptInput('form');
  expect(noticeKeptInput()).toBe(false);
  expect(findKeptInput('other form')).toEqual({ title: 'Horn' });
  keepInput('form', { title: 'Ember Blade' }, SESSION);
  expect(noticeKeptInput()).toBe(true);
});
