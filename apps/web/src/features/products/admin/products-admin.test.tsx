import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AdminProduct } from '@waygate/contract/products/products.admin.schemas';
import { beforeAll, describe, expect, it } from 'vitest';
import { route as categoriesPage } from '#pages/admin/products/AdminProductCategoriesPage.tsx';
import { route as productsPage } from '#pages/admin/products/AdminProductsPage.tsx';
import { ADMIN_CATEGORY, ADMIN_PRODUCT } from '#test/admin-products.ts';
import { SERVER_NAMES, TWO_SERVERS } from '#test/game-servers.ts';
import { renderAdmin } from '#test/render-admin.tsx';

beforeAll(() => {
  window.scrollTo = () => {};
});

const LIST = 'GET /api/admin/products?search=&page=1&pageSize=10';
const PREVIEW = { body: { bodyHtml: '<p>A <strong>handful</strong>.</p>' } };
const listOf = (...products: AdminProduct[]) => ({
  body: { products, total: products.length, totalIsExact: true },
});

function renderProducts(answers: Parameters<typeof renderAdmin>[0]['answers'] = {}) {
  const user = userEvent.setup();
  const view = renderAdmin({
    pages: {
      '/admin/products': <productsPage.Component />,
      '/admin/products/categories': <categoriesPage.Component />,
    },
    at: '/admin/products',
    answers: {
      [LIST]: listOf(ADMIN_PRODUCT),
      'GET /api/admin/product-categories': { body: { categories: [ADMIN_CATEGORY] } },
      'POST /api/admin/content/preview': PREVIEW,
      ...answers,
    },
  });
  return { user, ...view };
}

async function openEditor(answers: Parameters<typeof renderProducts>[0] = {}) {
  const view = renderProducts(answers);
  await view.user.click(await screen.findByRole('button', { name: 'Edit Pouch of Coins' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Edit Pouch of Coins' }));
  return { ...view, dialog };
}

const bodiesOf = (sent: { request: string; body: unknown }[], request: string) =>
  sent.filter((call) => call.request === request).map(({ body }) => body);

async function retype(user: ReturnType<typeof userEvent.setup>, field: HTMLElement, text: string) {
  await user.clear(field);
  await user.type(field, text);
}

describe('the catalogue', () => {
  it('lists products with price, stock and status', async () => {
    const ended = { isSale: true, saleEndDate: '2020-01-01T00:00:00.000Z' };
    renderProducts({
      [LIST]: listOf(
        { ...ADMIN_PRODUCT, newPrice: 2.5 },
        { ...ADMIN_PRODUCT, productId: 8, name: 'Hidden', isListed: false, stock: null },
        { ...ADMIN_PRODUCT, productId: 9, name: 'Over', ...ended },
        { ...ADMIN_PRODUCT, productId: 10, name: 'Gone', stock: 0 },
      ),
    });
    const rows = within(await screen.findByRole('table', { name: 'Products' }))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Pouch of Coins #7General · Donations.*4\.99.*2\.50.*10Listed/),
      expect.stringMatching(/Hidden #8.*UnlimitedHidden/),
      expect.stringMatching(/Over #9.*Sale ended/),
      expect.stringMatching(/Gone #10.*Sold out/),
    ]);
  });

  it('says why it cannot be shown, and what to do when it is empty', async () => {
    let isDown = true;
    const { user } = renderProducts({
      [LIST]: () => (isDown ? { status: 403, body: { code: 'forbidden', message: 'No.' } } : listOf()),
    });
    await screen.findByText('Failed to fetch products. No.');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('There is nothing to sell yet.')).toBeDefined();
  });

  it('asks before a product is deleted, and tells on the page when it cannot be', async () => {
    const { user, sent } = renderProducts({
      'DELETE /api/admin/products/7': { status: 500, body: {} },
    });
    await user.click(await screen.findByRole('button', { name: 'Delete Pouch of Coins' }));
    const question = within(screen.getByRole('dialog', { name: 'Delete Pouch of Coins?' }));
    question.getByText('This action cannot be undone.');
    expect(bodiesOf(sent, 'DELETE /api/admin/products/7')).toHaveLength(0);
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Failed to delete product.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a new product', () => {
  it('is checked before it is sent, and sent as the server wants it', async () => {
    const { user, sent } = renderProducts({ 'POST /api/admin/products': { body: ADMIN_PRODUCT } });
    await user.click(await screen.findByRole('button', { name: 'New product' }));
    const dialog = within(screen.getByRole('dialog', { name: 'New product' }));
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    expect(dialog.getByRole('alert').textContent).toBe('4 fields need your attention.');
    const name = dialog.getByRole('textbox', { name: 'Name' });
    expect(document.activeElement).toBe(name);
    await user.type(name, 'Torch');
    expect(dialog.getByRole('alert').textContent).toBe('3 fields need your attention.');
    await user.type(dialog.getByLabelText('Price in euro'), '3,5');
    await user.selectOptions(await dialog.findByLabelText('Category'), 'Coins');
    await user.type(dialog.getByLabelText('Item id'), '12');
    await user.type(dialog.getByLabelText('Label'), 'Torch');
    expect(dialog.queryByRole('alert')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await screen.findByText('Product created successfully!');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(bodiesOf(sent, 'POST /api/admin/products')).toMatchObject([
      {
        storefront: 'shop',
        name: 'Torch',
        price: 3.5,
        categoryId: 3,
        stock: null,
        grants: [{ kind: 'item', quantity: 1, itemId: 12, label: 'Torch' }],
      },
    ]);
  });

  it('keeps what was typed when the server refuses it, at the field that is wrong', async () => {
    const message = 'This category has been deleted. Please choose another one.';
    const { user } = await openEditor({
      'PUT /api/admin/products/7': {
        status: 400,
        body: { code: 'validation_failed', message, fields: { categoryId: message } },
      },
    });
    const dialog = within(screen.getByRole('dialog'));
    await retype(user, dialog.getByRole('textbox', { name: 'Name' }), 'Sack of Coins');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await dialog.findAllByText(message)).length).toBe(2);
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Category')));
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Sack of Coins');
  });

  it('is not lost by closing the window unasked', async () => {
    const { user, dialog } = await openEditor();
    await user.type(dialog.getByRole('textbox', { name: 'New name' }), 'Sack');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    dialog.getByText('You have unsaved changes. Discard them?');
    await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
    expect(dialog.getByRole('textbox', { name: 'New name' })).toHaveProperty('value', 'Sack');
  });
});

describe('the editor', () => {
  it('shows the card as players see it, and nothing on it can be pressed', async () => {
    const { user, dialog } = await openEditor();
    const preview = within(dialog.getByRole('region', { name: 'As players see it' }));
    expect((await preview.findByText('handful')).tagName).toBe('STRONG');
    await user.type(dialog.getByLabelText('New price in euro'), '2.5');
    await retype(user, dialog.getByLabelText('Stock'), '3');
    const card = dialog.getByRole('region', { name: 'As players see it' });
    expect(card.textContent).toMatch(/Only 3 left.*Pouch of Coins.*500 Coins.*2 × Lantern.*2\.50/);
    expect(card.querySelector('[inert] button, [inert] a')).not.toBeNull();
    await user.click(dialog.getByRole('checkbox', { name: 'Listed' }));
    preview.getByText("It's hidden, so players don't see it.");
  });

  it('adds, moves and removes lines by keyboard, and keeps the focus with them', async () => {
    const { user, dialog } = await openEditor();
    const labels = () => dialog.getAllByLabelText('Label').map((field) => (field as HTMLInputElement).value);
    await user.click(dialog.getByRole('button', { name: 'Add a line' }));
    expect(document.activeElement).toBe(dialog.getAllByLabelText('Kind')[2]);
    await user.selectOptions(document.activeElement ?? document.body, 'Club days');
    const line = within(dialog.getByRole('group', { name: 'Line 3' }));
    expect(line.queryByLabelText('Item id')).toBeNull();
    await user.type(line.getByLabelText('Label'), 'the club');
    await user.click(dialog.getByRole('button', { name: 'Move line 3 up' }));
    expect(labels()).toEqual(['Coins', 'the club', 'Lantern']);
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Move line 2 up' }));
    await user.keyboard('{Enter}');
    expect(labels()).toEqual(['the club', 'Coins', 'Lantern']);
    // There is no way further up: its twin has the focus.
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Move line 1 down' }));
    await user.click(dialog.getByRole('button', { name: 'Remove line 2' }));
    expect(labels()).toEqual(['the club', 'Lantern']);
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Add a line' }));
    dialog.getByText('Line 2 removed.');
  });

  it('keeps an uploaded picture, and says why one was refused', async () => {
    let isRefused = true;
    const message = 'A picture has at most 40 megapixels.';
    const { user, dialog, sent } = await openEditor({
      'POST /api/admin/content/images': () =>
        isRefused
          ? { status: 400, body: { code: 'validation_failed', message } }
          : { body: { url: '/files/new.webp', width: 512, height: 512 } },
      'PUT /api/admin/products/7': { body: ADMIN_PRODUCT },
    });
    const file = new File(['x'], 'new.webp', { type: 'image/webp' });
    await user.upload(dialog.getByLabelText('Upload a picture'), file);
    await dialog.findByText(message);
    isRefused = false;
    await user.upload(dialog.getByLabelText('Upload a picture'), file);
    await waitFor(() => expect(dialog.queryByText(message)).toBeNull());
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Product updated successfully!');
    expect(bodiesOf(sent, 'PUT /api/admin/products/7')).toMatchObject([{ isCustomIcon: '/files/new.webp' }]);
  });

  it('tells the server which stock it had read', async () => {
    const { user, dialog, sent } = await openEditor({ 'PUT /api/admin/products/7': { body: ADMIN_PRODUCT } });
    await retype(user, dialog.getByLabelText('Stock'), '15');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Product updated successfully!');
    expect(bodiesOf(sent, 'PUT /api/admin/products/7')).toMatchObject([
      { stock: 15, stockSeen: 10, revision: 4 },
    ]);
  });
});

const openAt = (action: string, answer: object = { body: ADMIN_PRODUCT }) =>
  renderAdmin({
    pages: { '/admin/products': <productsPage.Component /> },
    at: `/admin/products?search=7&open=${action}`,
    answers: {
      'GET /api/admin/products?search=7&page=1&pageSize=10': listOf(),
      'GET /api/admin/product-categories': { body: { categories: [ADMIN_CATEGORY] } },
      'POST /api/admin/content/preview': PREVIEW,
      'GET /api/admin/products/7': answer,
    },
  });

describe('the address of the list', () => {
  it.each([
    ['edit', 'Edit Pouch of Coins', true],
    ['hide', 'Edit Pouch of Coins', false],
    ['delete', 'Delete Pouch of Coins?', undefined],
  ])('opens the dialog of an action with the product: %s', async (action, name, isListed) => {
    const { router } = openAt(action);
    const dialog = within(await screen.findByRole('dialog', { name }));
    expect(router.state.location.search).toBe('?search=7');
    const listed = dialog.queryByRole<HTMLInputElement>('checkbox', { name: 'Listed' });
    expect(listed?.checked).toBe(isListed);
    expect(document.activeElement === listed).toBe(action === 'hide');
  });

  it('says when the product is gone', async () => {
    openAt('edit', { status: 404, body: { code: 'not_found', message: 'There is no such product.' } });
    expect(await screen.findByText('There is no such product.')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('two editors of one product', () => {
  const THEIRS = { ...ADMIN_PRODUCT, name: 'Purse', stock: 7, revision: 5 };
  const CONFLICT = {
    status: 409,
    body: { code: 'conflict', message: 'Somebody else has changed this.', current: THEIRS },
  };

  async function meet(changes: Record<string, string> = { 'Price in euro': '6' }) {
    let isFirst = true;
    const view = await openEditor({
      'PUT /api/admin/products/7': () => {
        const answer = isFirst ? CONFLICT : { body: THEIRS };
        isFirst = false;
        return answer;
      },
    });
    for (const [label, text] of Object.entries(changes))
      await retype(view.user, view.dialog.getByLabelText(label), text);
    await view.user.click(view.dialog.getByRole('button', { name: 'Save' }));
    await view.dialog.findByRole('heading', { name: /^Somebody else has changed this/ });
    return view;
  }

  it('meet both versions; what each of them changed is kept, and what was sold stays sold', async () => {
    const { user, dialog, sent } = await meet();
    const marked = dialog.getAllByText('(differs)').map((mark) => mark.parentElement?.textContent);
    expect(marked).toEqual(['Name (differs)', 'Price (differs)']);
    expect(within(dialog.getByRole('row', { name: /^Name/ })).getByText('Theirs is kept')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Keep mine' }));
    await screen.findByText('Product updated successfully!');
    expect(bodiesOf(sent, 'PUT /api/admin/products/7')[1]).toMatchObject({
      name: 'Purse',
      price: 6,
      stock: 7,
      stockSeen: 7,
      revision: 5,
    });
  });

  it('add their own difference to the stock that is left', async () => {
    const { user, dialog, sent } = await meet({ Stock: '15' });
    expect(within(dialog.getByRole('row', { name: /^Stock \(differs\)/ })).getByText('12')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Keep mine' }));
    await screen.findByText('Product updated successfully!');
    expect(bodiesOf(sent, 'PUT /api/admin/products/7')[1]).toMatchObject({
      price: 4.99,
      stock: 12,
      stockSeen: 7,
      revision: 5,
    });
  });

  it('take the other version into the form, and go on from there', async () => {
    const { user, dialog, sent } = await meet();
    await user.click(dialog.getByRole('button', { name: 'Take theirs' }));
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Purse');
    expect(dialog.getByLabelText('Price in euro')).toHaveProperty('value', '4.99');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Product updated successfully!');
    expect(bodiesOf(sent, 'PUT /api/admin/products/7')[1]).toMatchObject({ name: 'Purse', revision: 5 });
  });
});

describe('the categories', () => {
  it('are reached from the products, made, edited and deleted', async () => {
    const { user, sent } = renderProducts({
      'POST /api/admin/product-categories': { body: ADMIN_CATEGORY },
      'PUT /api/admin/product-categories/3': { body: ADMIN_CATEGORY },
      'DELETE /api/admin/product-categories/3': { status: 204 },
    });
    await user.click(await screen.findByRole('link', { name: 'Categories' }));
    await screen.findByRole('cell', { name: 'Coins' });
    await user.click(screen.getByRole('button', { name: 'New category' }));
    await user.click(screen.getByRole('button', { name: 'Create' }));
    screen.getAllByText('Please give a name of at most 60 characters.');
    await user.type(screen.getByLabelText('Name'), 'Gems');
    await user.selectOptions(screen.getByLabelText('Icon'), 'Gem');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await screen.findByText('Category created successfully!');
    await user.click(screen.getByRole('button', { name: 'Edit Coins' }));
    await retype(user, screen.getByLabelText('Place'), '9');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Category updated successfully!');
    await user.click(screen.getByRole('button', { name: 'Delete Coins' }));
    screen.getByText('Its products stay and are listed under “General”.');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Category deleted successfully!');
    expect(bodiesOf(sent, 'POST /api/admin/product-categories')).toEqual([
      { name: 'Gems', icon: 'gem', description: '', position: 0 },
    ]);
    expect(bodiesOf(sent, 'PUT /api/admin/product-categories/3')).toMatchObject([
      { name: 'Coins', position: 9, revision: 1 },
    ]);
  });
});

describe('with several game servers', () => {
  const ITEM = {
    ...ADMIN_PRODUCT,
    grants: [
      {
        kind: 'item' as const,
        quantity: 2,
        itemId: 7001,
        serverItems: [{ serverId: 3, itemId: 50 }],
        label: 'x',
      },
    ],
  };
  const SERVERS_3 = [...TWO_SERVERS, { serverId: 3, name: 'Old', isFirst: false, isListed: false }];
  const SAVE = 'PUT /api/admin/products/7';

  it('an item has an id for each, and a fault is shown at its server', async () => {
    const { user, dialog, sent } = await openEditor({
      [LIST]: listOf(ITEM),
      [SERVER_NAMES]: { body: { servers: SERVERS_3 } },
      [SAVE]: { body: ITEM },
    });
    const first = await dialog.findByLabelText<HTMLInputElement>('Item id on Emberland');
    const second = dialog.getByLabelText<HTMLInputElement>('Item id on Frostland');
    const hidden = dialog.getByLabelText<HTMLInputElement>('Item id on Old (hidden)');
    expect([first.value, second.value, hidden.value]).toEqual(['7001', '', '50']);
    expect(dialog.queryByLabelText('Item id')).toBeNull();
    await user.type(second, 'nine');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(second.getAttribute('aria-invalid')).toBe('true');
    expect(hidden.getAttribute('aria-invalid')).toBeNull();
    await retype(user, second, '9002');
    await user.clear(first);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const serverItems = [
      { serverId: 2, itemId: 9002 },
      { serverId: 3, itemId: 50 },
    ];
    expect(bodiesOf(sent, SAVE)).toMatchObject([{ grants: [{ itemId: null, serverItems }] }]);
  });

  it('a conflict shows the ids by server', async () => {
    const theirs = { ...ITEM, grants: [], revision: 9 };
    const { user, dialog } = await openEditor({
      [LIST]: listOf(ITEM),
      [SERVER_NAMES]: { body: { servers: SERVERS_3 } },
      [SAVE]: { status: 409, body: { code: 'conflict', message: 'x', current: theirs } },
    });
    await user.type(await dialog.findByLabelText('Item id on Frostland'), '9');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('2 × x (item 7001, Frostland: 9, Old: 50)')).toBeTruthy();
  });
});
