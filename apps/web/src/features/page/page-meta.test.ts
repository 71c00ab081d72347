import type { Site } from '@waygate/contract/site/site';
import { describe, expect, it } from 'vitest';
import { renderMeta } from './page-meta.ts';

const site: Site = {
  brandName: 'Agaia',
  communityUrl: '',
  launcherHref: '',
  publicOrigin: 'https://play.example',
  features: { twitch: false, shop: false, mail: true },
};

describe("a page's head", () => {
  it('is escaped, with absolute addresses', () => {
    const head = renderMeta(
      { title: '"Ash" & <Ember>', description: '', type: 'article', image: '/api/media/1.webp' },
      '/news/1',
      site,
    );
    expect(head).toContain('<title>&quot;Ash&quot; &amp; &lt;Ember&gt; · Agaia</title>');
    expect(head).toContain('<meta property="og:type" content="article">');
    expect(head).toContain('<meta property="og:image" content="https://play.example/api/media/1.webp">');
    expect(head).toContain('<link rel="canonical" href="https://play.example/news/1">');
  });

  it.each(['https://[', 'https://', 'https://%'])('shows the card of the site instead of %s', (image) => {
    const head = renderMeta({ title: 'x', description: '', image }, '/news/1', site);
    expect(head).toContain('<meta property="og:image" content="https://play.example/brand/social-card.jpg">');
  });

  it('asks early for the pictures that are seen first, and names the feed', () => {
    const head = renderMeta(
      {
        title: '',
        description: '',
        feed: '/news/feed.xml',
        preloadImages: [
          { src: '/brand/a.avif', media: '(orientation: portrait)' },
          { src: '/b.webp', srcSet: '/b-480.avif 480w, /b-720.avif 720w', sizes: '92vw' },
        ],
      },
      '/',
      site,
    );
    expect(head).toContain(
      '<link rel="preload" as="image" fetchpriority="high" href="/brand/a.avif" media="(orientation: portrait)">',
    );
    expect(head).toContain(
      '<link rel="preload" as="image" fetchpriority="high" href="/b.webp" imagesrcset="/b-480.avif 480w, /b-720.avif 720w" imagesizes="92vw">',
    );
    expect(head).toContain('type="application/rss+xml"');
  });

  it.each([`javascript:alert(1)`, 'data:image/png;base64,x', 'picture.png'])(
    'preloads no picture at %s',
    (src) => {
      const head = renderMeta({ title: '', description: '', preloadImages: [{ src }] }, '/', site);
      expect(head).not.toContain('preload');
    },
  );

  it('keeps private pages out of search engines, and their address out of the page', () => {
    const head = renderMeta({ title: 'Profile', description: '', isPrivate: true }, '/profile', site);
    expect(head).toContain('<meta name="robots" content="noindex">');
    expect(head).not.toContain('canonical');
    expect(head).not.toContain('/profile');
  });
});
