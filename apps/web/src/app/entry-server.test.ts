import { describe, expect, it } from 'vitest';
import { HOME } from '#test/home.ts';
import { PRODUCT } from '#test/products.ts';
import { SITE as site } from '#test/site.ts';
import { renderRoute } from './entry-server.tsx';

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

describe('the shop', () => {
  it.each([
    ['is incomplete, but there, while the choice of the offer is unknown', fetchNothing, true],
    ['is complete with it', fetchHome, false],
  ])('%s', async (_, ofHome, isIncomplete) => {
    const answer = await renderRoute({
      path: '/store',
      site,
      fetch: async (address) =>
        address.startsWith('/api/products') ? Response.json({ products: [PRODUCT] }) : ofHome(),
    });
    expect([answer.status, answer.isIncomplete]).toEqual([200, isIncomplete]);
    expect(answer.html).toContain(PRODUCT.name);
  });
});

describe('the landing page', () => {
  it('has its four sections and status 200 when nothing is known of the game', async () => {
    const { status, html, isIncomplete } = await renderRoute({ path: '/', site, fetch: fetchNothing });
    expect([status, isIncomplete]).toEqual([200, true]);
    expect(html.match(/<section/g)).toHaveLength(4);
    expect(html).not.toContain('Happening now');
  });

  it('has the parts whose code comes later in its HTML, with their style sheets', async () => {
    const { html, modules, isIncomplete } = await renderRoute({ path: '/', site, fetch: fetchHome });
    expect(isIncomplete).toBe(false);
    expect(html).toContain('Happening now');
    expect(html).toContain('Pictures of the game');
    expect(modules).toContain('src/features/landing/parts.ts');
  });
});

const fetchOneProduct = async () => Response.json({ products: [PRODUCT] });

describe('the store without scripts', () => {
  const products = [
    { ...PRODUCT, name: 'Cape </script><b>', category: 'Clothing', stock: 0 },
    { ...PRODUCT, productId: 8, name: 'Horn', price: 12.99, newPrice: 9.99, isSale: true },
  ];
  const render = (shop = true, fetchNow = fetchNothing) =>
    renderRoute({
      path: '/store',
      site: { ...site, features: { ...site.features, shop } },
      fetch: async (path) => (path === '/api/content/home' ? fetchNow() : Response.json({ products })),
    });

  it('shows the featured offer, prices, and the way to sign in', async () => {
    const { status, html } = await render();
    expect(status).toBe(200);
    expect(html).toMatch(/Featured offer.*Horn.*€12\.99.*€9\.99.*Sign in to buy/s);
    expect(html).toContain('id="product-7"');
    expect(html).toContain('Sold out');
    expect(html).not.toContain('The shop is closed');
  });

  it('asks early for the scene of the offer on phones, and for none without an offer', async () => {
    const { head, pictures } = await render();
    expect(pictures).toEqual(['/brand/features-portrait.avif']);
    expect(head).toContain('href="/brand/features-portrait.avif" media="(width &lt; 40rem)">');
    expect((await renderRoute({ path: '/store', site, fetch: fetchOneProduct })).pictures).toEqual([]);
  });

  it("features the operator's choice, also in previews", async () => {
    const { html, head } = await render(true, async () => Response.json({ offer: { productId: 7 } }));
    expect(html).toMatch(/Featured offer.*Cape.*All products.*Horn/s);
    expect(head).toContain('content="https://play.example.com/assets/images/shop/7.png"');
  });

  it('describes itself to search engines and previews, safely escaped', async () => {
    const { head } = await render();
    expect(head).toContain('<link rel="canonical" href="https://play.example.com/store">');
    expect(head).toContain('content="https://play.example.com/assets/images/shop/8.png"');
    expect(head).toMatch(/name="description" content="[^"]*Agaia, from €4\.99\."/);
    const [, json = ''] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(head) ?? [];
    expect(json).not.toContain('<');
    expect(JSON.parse(json).itemListElement).toMatchObject([
      { item: { name: 'Cape </script><b>', offers: { availability: 'https://schema.org/SoldOut' } } },
      {
        item: {
          name: 'Horn',
          offers: { price: '9.99', priceCurrency: 'EUR', url: 'https://play.example.com/store#product-8' },
        },
      },
    ]);
  });

  it('says that the shop is closed, and offers nothing, while payments are off', async () => {
    const { html, head } = await render(false);
    expect(html).toContain('The shop is closed for now');
    expect(html).toContain('Payments are switched off');
    expect(head).not.toContain('ld+json');
  });
});
