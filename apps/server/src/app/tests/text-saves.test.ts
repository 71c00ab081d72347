import { expect, test } from 'vitest';
import { renderMarkdown } from '#platform/markdown/render-markdown.ts';
import { usePortal, createStaff, uniqueName } from '#test/account-journeys.ts';

const LONG = 'A **long** text with [links](https://example.com), `code` and more.\n\n- one\n- two\n\n'.repeat(
  1000,
);

const portal = await usePortal();

const article = { title: 'Lanterns', body: 'Light them.' };
const patchNote = { ...article, version: '1.0', releaseDate: '2026-11-21' };
const grants = [{ kind: 'premium_coins', quantity: 500, label: '500 coins' }];
const product = { storefront: 'shop', name: 'Lantern chest', price: 4.99, grants };

/** Where staff save texts, and what the answer calls what was written. */
const DESKS = [
  ['content/news', 'id', () => article],
  ['content/patchnotes', 'id', () => patchNote],
  ['products', 'productId', () => product],
  ['product-categories', 'categoryId', () => ({ name: uniqueName() })],
] as const;

test('asks an account that saves more than two texts at a time to wait, and no other account', async () => {
  const [busy, colleague] = [
    await createStaff(portal, ['news', 'patchNotes', 'products']),
    await createStaff(portal, ['news']),
  ];
  const create = (path: string, body: object, { token } = busy) =>
    portal.call('POST', `/admin/${path}`, { token, body });
  const written = await Promise.all(
    DESKS.map(async ([path, idName, text]) => {
      const answer = await create(
        path,
        text(),
        await createStaff(portal, ['news', 'patchNotes', 'products']),
      );
      return `/admin/${path}/${answer.json()[idName]}`;
    }),
  );

  // As two of its saves do. Whether a slow machine renders them in time is of no concern here.
  const underWay = Promise.allSettled(
    [1, 2].map((n) => renderMarkdown(`${LONG}${n}`, { authorId: busy.id })),
  );
  const answers = await Promise.all([
    ...DESKS.map(([path, , text]) => create(path, text())),
    ...DESKS.map(([, , text], index) =>
      portal.call('PUT', written[index] ?? '', { token: busy.token, body: text() }),
    ),
  ]);
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual(
    answers.map(() => [429, '5']),
  );
  expect((await create('content/news', article, colleague)).statusCode).toBe(200);
  await underWay;
  expect((await create('content/news', article)).statusCode).toBe(200);
}, 400_000);
