import { describe, expect, it } from 'vitest';
import { HOME } from '#test/home.ts';
import { renderRoute } from './entry-server.tsx';

const site = {
  brandName: 'Agaia',
  communityUrl: 'https://discord.gg/x',
  launcherHref: '/download/launcher.exe',
  publicOrigin: 'https://play.example.com',
  features: { twitch: true, shop: true, mail: true },
};

async function fetchNothing(): Promise<Response> {
  return Response.json({ code: 'not_found', message: 'There is nothing.', requestId: 'x' }, { status: 404 });
}

async function fetchHome(): Promise<Response> {
  return Response.json(HOME);
}

const LINE_BREAKS = ['%0a', '%0d', '%0d%0a', '%E2%80%A8', '%E2%80%A9', '\u2028', 'a%0Ab'];
const PLACES = ['/', '/shop', '/news/1/', '/admin/', '/admin/users/1/', '/reset-password/a/'];

describe('a path with a line break', () => {
  it.each(PLACES.flatMap((place) => LINE_BREAKS.map((text) => `${place}${text}`)))(
    'has the page that says so: %j',
    async (path) => {
      const { status, html, head } = await renderRoute({ path, site, fetch: fetchNothing });
      expect(status).toBe(404);
      expect(html).toContain('Oops! Page Not Found');
      expect(head).toContain('noindex');
    },
  );
});

describe('the landing page', () => {
  it('has its four sections and status 200 when nothing is known of the game', async () => {
    const { status, html } = await renderRoute({ path: '/', site, fetch: fetchNothing });
    expect(status).toBe(200);
    expect(html.match(/<section/g)).toHaveLength(4);
    expect(html).not.toContain('Happening now');
  });

  it('has the parts whose code comes later in its HTML, with their style sheets', async () => {
    const { html, modules } = await renderRoute({ path: '/', site, fetch: fetchHome });
    expect(html).toContain('Happening now');
    expect(html).toContain('Pictures of the game');
    expect(modules).toContain('src/features/landing/parts.ts');
  });
});
