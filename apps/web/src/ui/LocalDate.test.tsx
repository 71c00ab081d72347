import { cleanup, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { LocalDate } from './LocalDate.tsx';

const TIME = '2026-11-18T23:30:00Z';

afterEach(cleanup);

describe('a date', () => {
  it('is in British English and UTC in server-rendered HTML', () => {
    expect(renderToString(<LocalDate value={TIME} />)).toBe(
      `<time dateTime="${TIME}">18 November 2026</time>`,
    );
  });

  it("is in the visitor's language and zone in the browser", () => {
    render(<LocalDate value={TIME} />);
    const expected = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(new Date(TIME));
    expect(screen.getByText(expected).getAttribute('datetime')).toBe(TIME);
  });

  it('is the same day in every zone when it has no time', () => {
    const zone = process.env.TZ;
    process.env.TZ = 'America/Los_Angeles';
    try {
      render(<LocalDate value="2026-11-05" />);
      expect(screen.getByText(/\b5\b/).textContent).toContain('2026');
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });
});
