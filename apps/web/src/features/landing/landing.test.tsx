import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { route as homePage } from '#pages/home/HomePage.tsx';
import { renderPage } from '#test/render-page.tsx';
import { SCENES } from './scenes.ts';

const routes = [{ path: '/', ...homePage }];

/** As it stands when nothing is known of the game. */
const renderLanding = () =>
  renderPage({ routes, at: '/', content: { status: 'failed', message: '', httpStatus: 200 } });

type Seen = Pick<IntersectionObserverEntry, 'isIntersecting' | 'target'>;

let report: (entries: Seen[]) => void;
let options: IntersectionObserverInit | undefined;
let lastInBand: ReadonlySet<Element>;

beforeEach(() => {
  lastInBand = new Set();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: Seen[]) => void, given?: IntersectionObserverInit) {
        report = callback;
        options = given;
      }
      observe() {}
      disconnect() {}
    },
  );
  return () => vi.unstubAllGlobals();
});

const picture = (scene: string) => document.querySelector(`img[src="/brand/${scene}-landscape.avif"]`);
const marked = () => screen.getByRole('link', { current: true }).textContent;
const isShown = (scene: string) => picture(scene)?.parentElement?.dataset.shown === 'true';

function scrollTo(scene: string) {
  // The page has a section for each scene.
  const target = document.getElementById(scene) as HTMLElement;
  act(() => report([{ isIntersecting: true, target }]));
}

/** Lays the sections out one viewport each, this many hundredths of it further up, and reports what changed. */
function scrollToPercent(percent: number) {
  const heightPx = window.innerHeight;
  const inBand = new Set<Element>();
  for (const [index, scene] of SCENES.entries()) {
    const target = document.getElementById(scene) as HTMLElement;
    const top = heightPx * (index - percent / 100);
    target.getBoundingClientRect = () => new DOMRect(0, top, 0, heightPx);
    if (top < heightPx * 0.6 && top + heightPx > heightPx * 0.4) inBand.add(target);
  }
  const entered = inBand.difference(lastInBand);
  const left = lastInBand.difference(inBand);
  lastInBand = inBand;
  act(() => {
    document.dispatchEvent(new Event('scroll'));
    if (entered.size + left.size > 0)
      report([
        ...[...entered].map((target) => ({ isIntersecting: true, target })),
        ...[...left].map((target) => ({ isIntersecting: false, target })),
      ]);
  });
}

describe('the landing page', () => {
  it('names six features and leads to registration and launcher', () => {
    renderLanding();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome to Agaia');
    const features = within(document.getElementById('features') as HTMLElement);
    expect(features.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Innovative experience',
      'Active development',
      'Play-to-earn cosmetics',
      'Stable servers',
      'Fair and balanced',
      'Safe',
    ]);
    expect(screen.getByRole('link', { name: 'Create Account' }).getAttribute('href')).toBe('/register');
    const download = screen.getByRole('link', { name: 'Download Client' });
    expect(download.getAttribute('href')).toBe('/download/launcher.exe');
    expect(download.hasAttribute('download')).toBe(true);
  });

  it('takes the section in the middle fifth of the viewport for the active one', () => {
    renderLanding();
    expect(options?.rootMargin).toBe('-40% 0px -40%');
  });

  it('takes the section nearest the centre of that band, on the way down and on the way back', () => {
    renderLanding();
    scrollToPercent(0);
    expect(marked()).toBe('Welcome');
    scrollToPercent(45);
    expect(marked(), 'with both in the band').toBe('Welcome');
    scrollToPercent(55);
    expect(marked()).toBe('Features');
    scrollToPercent(45);
    expect(marked(), 'with no section entering or leaving').toBe('Welcome');
    scrollToPercent(55);
    scrollToPercent(0);
    expect(marked(), 'with a section leaving').toBe('Welcome');
    scrollToPercent(300);
    expect(marked()).toBe('Community');
  });

  it('fades to the picture of the active section, but not before it is loaded', () => {
    renderLanding();
    expect(isShown('welcome')).toBe(true);
    scrollTo('start');
    expect(isShown('welcome')).toBe(true);
    const next = picture('start');
    expect(next).not.toBeNull();
    // Just seen to be there.
    fireEvent.load(next as Element);
    expect(isShown('start')).toBe(true);
    expect(isShown('welcome')).toBe(false);
  });
});
