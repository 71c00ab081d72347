import { describe, expect, it } from 'vitest';
import { addressOf, lengthOf, periodBefore, periodFault, periodOf } from './period.rules.ts';

const TODAY = '2026-03-01';
const at = (query: string) => periodOf(new URLSearchParams(query), TODAY);

describe('the period of an address', () => {
  it.each([
    ['', '30', '2026-01-31'],
    ['period=7', '7', '2026-02-23'],
    ['period=90', '90', '2025-12-02'],
    ['period=year', 'year', '2026-01-01'],
    ['period=nonsense', '30', '2026-01-31'],
    ['period=own', '30', '2026-01-31'],
    ['from=2026-02-01', '30', '2026-01-31'],
    ['from=2026-02-02&to=2026-02-01', '30', '2026-01-31'],
    ['from=2024-01-01&to=2026-01-01', '30', '2026-01-31'],
  ])('%j is %s, up to today', (query, choice, from) => {
    expect(at(query)).toEqual({ choice, period: { from, to: TODAY } });
  });

  it('can be days of one’s own', () => {
    const period = { from: '2024-02-28', to: '2024-03-01' };
    expect(at('from=2024-02-28&to=2024-03-01&period=7')).toEqual({ choice: 'own', period });
    expect(lengthOf(period)).toBe(3);
  });

  it('is what the choice put into it', () => {
    for (const choice of ['7', '30', '90', 'year'] as const)
      expect(at(String(new URLSearchParams(addressOf(choice)))).choice).toBe(choice);
  });
});

describe('the period before', () => {
  it.each([
    ['2026-02-23', '2026-03-01', '2026-02-16', '2026-02-22'],
    ['2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['2024-01-01', '2024-12-31', '2022-12-31', '2023-12-31'],
  ])('of %s to %s is %s to %s', (from, to, beforeFrom, beforeTo) => {
    expect(periodBefore({ from, to })).toEqual({ from: beforeFrom, to: beforeTo });
  });
});

describe('own days', () => {
  it('are refused with a sentence', () => {
    expect(periodFault({ from: '', to: '2026-01-01' })).toBe('Please choose the first and the last day.');
    expect(periodFault({ from: '2026-01-02', to: '2026-01-01' })).toMatch(
      /^Please choose a period of at most/,
    );
    expect(periodFault({ from: '2025-01-01', to: '2026-01-02' })).toMatch(
      /^Please choose a period of at most/,
    );
    expect(periodFault({ from: '2025-01-01', to: '2026-01-01' })).toBe('');
  });
});
