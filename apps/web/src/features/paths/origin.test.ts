import { describe, expect, it } from 'vitest';
import { findOrigin, originState } from './origin.ts';

describe('the origin', () => {
  it.each([
    '/login',
    '/login?message=Hello',
    '/register',
    '/forgot-password',
    '/reset-password/secret-token',
    '/reset-password#top',
    '/not-me/secret-token',
    '/Reset-Password/secret-token',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'https://evil.example',
  ])('is never %s', (from) => {
    expect(findOrigin({ from })).toBe('/');
  });

  it.each(['/loginful', '/registered', '/news/login'])('may be %s, whose name only sounds alike', (from) => {
    expect(findOrigin({ from })).toBe(from);
  });

  it('is the page that a link to the sign-in page stands on', () => {
    expect(originState({ pathname: '/profile', search: '?tab=2', state: { from: '/news' } })).toEqual({
      from: '/profile?tab=2',
    });
  });

  it('is handed on by the sign-in pages', () => {
    const state = { from: '/profile' };
    expect(originState({ pathname: '/register', search: '', state })).toEqual(state);
    expect(originState({ pathname: '/reset-password/secret-token', search: '', state: null })).toEqual({
      from: '/',
    });
  });
});
