import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { route as homePage } from '#pages/home/HomePage.tsx';
import { renderPage } from '#test/render-page.tsx';

const routes = [{ path: '/', ...homePage }];

type Seen = Pick<IntersectionObserverEntry, 'isIntersecting' | 'target'>;

let report: (entries: Seen[]) => void;
let options: IntersectionObserverInit | undefined;

beforeEach(() => {
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
const isShown = (scene: string) => picture(scene)?.parentElement?.dataset.shown === 'true';

function scrollTo(scene: string) {
  // The page has a section for each scene.
  const target = document.getElementById(scene) as HTMLElement;
  act(() => report([{ isIntersecting: true, target }]));
}

describe('the landing page', () => {
  it('names six features and leads to registration and launcher', () => {
    renderPage({ routes, at: '/' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome to Agaia');
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
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
    renderPage({ routes, at: '/' });
    expect(options?.rootMargin).toBe('-40% 0px -40%');
  });

  it('fades to the picture of the active section, but not before it is loaded', () => {
    renderPage({ routes, at: '/' });
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
