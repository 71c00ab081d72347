import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BarChart } from './BarChart.tsx';
import { axisTicks, labelEvery, textWidth } from './chart-scale.ts';
import { LineChart } from './LineChart.tsx';

afterEach(cleanup);

let width = 640;

// happy-dom lays nothing out.
beforeAll(() => {
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { get: () => width, configurable: true });
});

const DAYS = Array.from({ length: 30 }, (_, index) => `${index + 1} Nov`);

/** Every text of a chart with the stretch it covers. */
function texts(chart: HTMLElement) {
  return [...chart.querySelectorAll('text')].map((text) => {
    const x = Number(text.getAttribute('x'));
    const length = textWidth(text.textContent.length);
    const anchor = text.getAttribute('text-anchor');
    return {
      from: anchor === 'end' ? x - length : x - length / 2,
      to: anchor === 'end' ? x : x + length / 2,
      anchor,
    };
  });
}

describe('the steps of an axis', () => {
  it.each([
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [100, [0, 25, 50, 75, 100]],
    [1234, [0, 500, 1000, 1500]],
    [0.4, [0, 0.1, 0.2, 0.3, 0.4]],
    [9.99, [0, 2.5, 5, 7.5, 10]],
  ])('up to %d are round and reach it', (most, ticks) => {
    expect(axisTicks(most)).toEqual(ticks);
  });

  it('are labelled as often as there is room', () => {
    expect(labelEvery({ count: 4, widest: 5, widthPx: 600 })).toBe(1);
    expect(labelEvery({ count: 30, widest: 6, widthPx: 300 })).toBe(8);
    expect(labelEvery({ count: 30, widest: 99, widthPx: 10 })).toBe(30);
  });
});

describe.each([310, 640, 1400])('a chart %d pixels wide', (pixels) => {
  it('cuts no text off, and lets none run into the next', () => {
    width = pixels;
    const bars = DAYS.map((label, index) => ({ label, value: index * 1111 }));
    render(
      <BarChart label="Revenue" bars={bars} formatValue={(value) => `€${value.toLocaleString('en')}`} />,
    );
    render(
      <LineChart label="Sign-ins" labels={DAYS} series={[{ label: 'All', values: DAYS.map((_, i) => i) }]} />,
    );
    for (const name of ['Revenue', 'Sign-ins']) {
      const all = texts(screen.getByRole('img', { name }));
      expect(Math.min(...all.map(({ from }) => from))).toBeGreaterThanOrEqual(0);
      expect(Math.max(...all.map(({ to }) => to))).toBeLessThanOrEqual(pixels);
      const days = all.filter(({ anchor }) => anchor === 'middle');
      for (const [index, { to }] of days.entries())
        expect(days[index + 1]?.from ?? Infinity).toBeGreaterThan(to);
    }
  });
});

describe('a line', () => {
  it('has a gap where nothing is known, and says so', () => {
    const values = [null, 1, 2, null, 3, null, 4, 5];
    render(
      <LineChart
        label="Players"
        labels={values.map((_, i) => `${i}:00`)}
        series={[{ label: 'North', values }]}
      />,
    );
    const chart = screen.getByRole('img', { name: 'Players' });
    expect(chart.querySelectorAll('polyline')).toHaveLength(2);
    expect([...chart.querySelectorAll('title')].map(({ textContent }) => textContent).slice(2, 4)).toEqual([
      '2:00\nNorth: 2',
      '3:00\nNorth: unknown',
    ]);
  });
});

describe('a chart', () => {
  it('says what is under the pointer', () => {
    render(
      <BarChart
        label="Orders"
        bars={[{ label: 'Paid', value: 12 }]}
        formatValue={(value) => `${value} orders`}
      />,
    );
    expect(within(screen.getByRole('img', { name: 'Orders' })).getByText('Paid: 12 orders')).toBeDefined();
  });

  it('names its lines where there are several', () => {
    render(
      <LineChart
        label="Players"
        labels={['Mon', 'Tue']}
        series={[
          { label: 'Registrations', values: [1, 2] },
          { label: 'Sign-ins', values: [3, 4] },
        ]}
      />,
    );
    expect(screen.getByRole('figure').textContent).toContain('RegistrationsSign-ins');
    expect(screen.getByText(/Tue\s+Registrations: 2\s+Sign-ins: 4/)).toBeDefined();
  });

  it('stands with one value, with zeros and with nothing', () => {
    render(<LineChart label="One" labels={['Mon']} series={[{ label: 'All', values: [5] }]} />);
    render(<BarChart label="Zeros" bars={[{ label: 'Mon', value: 0 }]} />);
    render(<BarChart label="Nothing" bars={[]} />);
    for (const chart of screen.getAllByRole('img')) expect(chart.outerHTML).not.toContain('NaN');
  });
});
