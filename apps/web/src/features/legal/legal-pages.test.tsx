import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { route as tosPage } from '#pages/legal/TosPage.tsx';
import { fakeServer, renderPage } from '#test/render-page.tsx';
import { withChapters } from './table-of-contents.ts';

const routes = [{ path: '/tos', ...tosPage }];

describe('the table of contents', () => {
  it('names each chapter in plain text and gives its heading an id', () => {
    const { html, chapters } = withChapters(
      '<h2>1. You &amp; <em>us</em></h2><p>x</p><h2>2. A &#x3C; B</h2>',
    );
    expect(chapters).toEqual([
      { id: 'chapter-1', title: '1. You & us' },
      { id: 'chapter-2', title: '2. A < B' },
    ]);
    expect(html).toContain('<h2 id="chapter-1">1. You &amp; <em>us</em></h2>');
  });
});

describe('a legal page', () => {
  it('shows title, date and text, and links to its chapters', async () => {
    fakeServer({
      'GET /api/content/legal/tos': {
        body: {
          slug: 'tos',
          title: 'Terms and Conditions of Use',
          description: 'The rules',
          updated: '2025-06-24',
          bodyHtml: '<h2>1. Scope</h2><p>These terms govern everything.</p>',
        },
      },
    });
    renderPage({ routes, at: '/tos' });
    expect(await screen.findByText('These terms govern everything.')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Terms and Conditions of Use');
    expect(screen.getByText(/June/).getAttribute('datetime')).toBe('2025-06-24');
    const contents = within(screen.getByRole('navigation', { name: 'On this page' }));
    expect(contents.getByRole('link', { name: '1. Scope' }).getAttribute('href')).toBe('#chapter-1');
    expect(screen.getByRole('heading', { name: '1. Scope' }).id).toBe('chapter-1');
  });

  it('keeps its title and offers Retry when loading fails', async () => {
    fakeServer({ 'GET /api/content/legal/tos': { status: 500 } });
    renderPage({ routes, at: '/tos' });
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Terms and Conditions of Use' })).toBeDefined();
  });
});
