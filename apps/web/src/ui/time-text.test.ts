import { describe, expect, it } from 'vitest';
import { machineTime, SERVER_LOCALE, timeText } from './time-text.ts';

const LONG = { dateStyle: 'long' } as const;

describe('time text', () => {
  it('uses the given language and zone', () => {
    const time = '2026-11-18T23:30:00Z';
    expect(timeText(time, SERVER_LOCALE, LONG)).toBe('18 November 2026');
    expect(timeText(time, { locale: 'en-US', timeZone: 'Europe/Athens' }, LONG)).toBe('November 19, 2026');
  });

  it("is 'N/A' for a missing time", () => {
    for (const missing of [undefined, null, '']) expect(timeText(missing, SERVER_LOCALE, LONG)).toBe('N/A');
  });

  it("is 'Invalid Date' for an invalid time, without a datetime attribute", () => {
    expect(timeText('soon', SERVER_LOCALE, LONG)).toBe('Invalid Date');
    expect(machineTime('soon')).toBeUndefined();
    expect(machineTime('2026-11-18')).toBe('2026-11-18');
  });
});
