import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { route as notFoundPage } from '#pages/errors/NotFoundPage.tsx';
import { renderPage } from '#test/render-page.tsx';
import { PageBoundary } from './PageBoundary.tsx';

function Broken(): never {
  throw new Error('A bug');
}

describe('an address without a page', () => {
  it('leads home', () => {
    renderPage({ routes: [{ path: '/nowhere', ...notFoundPage }], at: '/nowhere' });
    expect(screen.getByRole('heading', { name: 'Oops! Page Not Found' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go Back Home' }).getAttribute('href')).toBe('/');
  });
});

describe('a page that breaks', () => {
  it('says so, and offers to load it again or to go home', () => {
    // React and the router report what was thrown.
    const silenced = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const element = (
      <PageBoundary>
        <Broken />
      </PageBoundary>
    );
    renderPage({ routes: [{ path: '/', element }], at: '/' });
    expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Reload the page' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go to the start page' }).getAttribute('href')).toBe('/');
    expect(silenced).toHaveBeenCalled();
    silenced.mockRestore();
  });
});
