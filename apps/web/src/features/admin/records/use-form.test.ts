import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetSession, saveSession } from '#api/session.ts';
import { useKeptForm } from './use-form.ts';

const SESSION = { accessToken: 'token-1', accountDBID: 7 };
const BLANK = {
  name: '',
  sections: ['news'],
  lines: [{ key: 'a', label: '' }],
  picture: { shown: '' } as { shown: string; file?: File },
  password: '',
};

const open = (name = 'a form', blank: object = BLANK) =>
  renderHook(() => useKeptForm(name, () => structuredClone(blank) as typeof BLANK)).result;

function enter(changes: Partial<typeof BLANK>): void {
  const form = open();
  act(() => form.current[1]((before) => ({ ...before, ...changes })));
  act(() => forgetSession());
  cleanup();
  act(() => saveSession(SESSION));
}

describe('a form of staff after their session has ended', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    sessionStorage.clear();
    saveSession(SESSION);
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  it('has its rows, choices and texts again, once', () => {
    const lines = [...BLANK.lines, { key: 'b', label: 'Horn' }];
    enter({ name: 'Ember', sections: [], lines });
    expect(open().current[0]).toEqual({ ...BLANK, name: 'Ember', sections: [], lines });
    expect(open().current[0]).toEqual(BLANK);
  });

  it('knows that it has input, although nobody typed since', () => {
    expect(open().current[3]).toBe(false);
    enter({ name: 'Ember' });
    expect(open().current[3]).toBe(true);
  });

  it('keeps neither secrets nor files', () => {
    enter({
      name: 'Ember',
      password: 'secret1',
      picture: { shown: 'blob:1', file: new File(['x'], 'a.png') },
    });
    expect(JSON.stringify(sessionStorage)).not.toMatch(/secret1|blob:1/);
    expect(open().current[0]).toEqual({ ...BLANK, name: 'Ember' });
  });

  it('starts blank where nothing was entered, and in a form of another name', () => {
    enter({ name: 'Ember' });
    expect(open('another form').current[0]).toEqual(BLANK);
    enter({});
    expect(JSON.stringify(sessionStorage)).not.toContain('news');
  });

  it('takes no field in a shape that its release does not know', () => {
    enter({ name: 'Ember', sections: ['shop'] });
    const newer = { ...BLANK, sections: '' };
    expect(open('a form', newer).current[0]).toEqual({ ...newer, name: 'Ember' });
  });
});
