import { describe, expect, it } from 'vitest';
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
