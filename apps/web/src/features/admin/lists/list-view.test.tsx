import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { exportAuditEntries } from '@waygate/contract/audit/audit.endpoints';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';
import { ListView, type ListViewProps } from './ListView.tsx';

type Row = { id: number; name: string };

// A step to another page of the list scrolls nothing, but the frame's router could.
beforeAll(() => {
  window.scrollTo = () => {};
  window.scrollBy = () => {};
});

/** Scrolls the page until so much of the list is above the window. */
function scrollPage(box: HTMLElement, top: number) {
  box.getBoundingClientRect = () => DOMRect.fromRect({ y: -top });
  fireEvent.scroll(window);
}

afterEach(cleanup);

const row = (id: number): Row => ({ id, name: `Wanderer ${id}` });

/** A server's list of so many rows. */
function listOf(total: number, totalIsExact = true) {
  return vi.fn<ListViewProps<Row>['load']>(async ({ page, pageSize }) => {
    const size = pageSize === 'all' ? 100 : Number(pageSize);
    const from = (Number(page) - 1) * size;
    const rows = Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, i) =>
      row(from + i + 1),
    );
    return { rows, total: totalIsExact ? total : Math.min(total, 1001), totalIsExact };
  });
}

function open(
  load: ListViewProps<Row>['load'],
  {
    at = '/admin/users',
    answers = {},
    ...more
  }: Partial<ListViewProps<Row>> & { at?: string; answers?: Answers } = {},
) {
  return renderAdmin({
    at,
    answers,
    pages: {
      '/admin/users': (
        <ListView<Row>
          queryKey={['users']}
          load={load}
          caption="Users"
          searchLabel="Search by name"
          failurePrefix="Failed to fetch users. "
          rowKey={({ id }) => id}
          columns={[
            { id: 'name', label: 'Name', sortKey: 'name', isPrimary: true, render: ({ name }) => name },
            { id: 'id', label: 'Id', render: ({ id }) => id },
          ]}
          empty={<p>There are no users yet.</p>}
          {...more}
        />
      ),
    },
  });
}

const table = () => screen.findByRole('table', { name: 'Users' });
const head = () => screen.getByRole('columnheader', { name: 'Name' });
const type = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } });
const names = () => screen.getAllByText(/^Wanderer \d+$/).map((cell) => cell.textContent);
const lastQuery = (load: ReturnType<typeof listOf>) => load.mock.lastCall?.[0];

function collectFiles() {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    // Nothing else makes addresses here.
    files.push(file as Blob);
    return 'blob:1';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  return files;
}

describe('a list', () => {
  it('shows a skeleton, then the first ten rows and where they stand', async () => {
    const load = listOf(23);
    open(load);
    expect(screen.getByText('Loading Users…')).toBeDefined();
    await table();
    expect(names()).toHaveLength(10);
    expect(screen.getByText('1–10 of 23')).toBeDefined();
    expect(lastQuery(load)).toEqual({ search: '', page: '1', pageSize: '10' });
  });

  it('goes from page to page, in the address, and keeps the old one while the next comes', async () => {
    const load = listOf(23);
    const { router } = open(load);
    await table();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous page' }).disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(screen.queryByText('Loading Users…')).toBeNull();
    await screen.findByText('11–20 of 23');
    expect(router.state.location.search).toBe('?page=2');
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByText('21–23 of 23');
    expect(names()).toEqual(['Wanderer 21', 'Wanderer 22', 'Wanderer 23']);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true);
    await router.navigate(-1);
    expect(await screen.findByText('11–20 of 23')).toBeDefined();
  });

  it('takes page, size, sort, search and filters from its address', async () => {
    const load = listOf(300);
    open(load, {
      at: '/admin/users?page=2&pageSize=50&sort=-name&search=wan&kind=staff&other=1',
      filters: [{ name: 'kind', label: 'Kind', options: [{ value: 'staff', label: 'Staff' }] }],
    });
    await table();
    expect(lastQuery(load)).toEqual({
      search: 'wan',
      page: '2',
      pageSize: '50',
      sort: '-name',
      kind: 'staff',
    });
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search by name' }).value).toBe('wan');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Kind' }).value).toBe('staff');
  });

  it('ignores an address that nobody can have meant', async () => {
    const load = listOf(5);
    open(load, { at: '/admin/users?page=-3&pageSize=7' });
    await table();
    expect(lastQuery(load)).toEqual({ search: '', page: '1', pageSize: '10' });
  });

  it('is sorted by a head, the other way by a second press, from the first page on', async () => {
    const load = listOf(23);
    const { router } = open(load, { at: '/admin/users?page=2' });
    await table();
    expect(head().getAttribute('aria-sort')).toBe('none');
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(head().getAttribute('aria-sort')).toBe('ascending'));
    expect(router.state.location.search).toBe('?sort=name');
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(head().getAttribute('aria-sort')).toBe('descending'));
    expect(lastQuery(load)).toMatchObject({ sort: '-name', page: '1' });
    expect(screen.getByRole('columnheader', { name: 'Id' }).hasAttribute('aria-sort')).toBe(false);
  });

  it('says that there are more than counted, and ends where a page is not full', async () => {
    open(listOf(1234, false), { at: '/admin/users?pageSize=100' });
    await screen.findByText('1–100 of more than 1,000');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(false);
    cleanup();
    open(listOf(1234, false), { at: '/admin/users?pageSize=100&page=13' });
    await screen.findByText('1,201–1,234 of 1,234');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true);
  });

  it('says what failed, with the reason, and tries again', async () => {
    const load = vi
      .fn<ListViewProps<Row>['load']>()
      .mockRejectedValueOnce(new ApiError(403, { message: 'You may not.' }))
      .mockResolvedValue({ rows: [row(1)], total: 1 });
    open(load);
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to fetch users. You may not.');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await table();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('offers the next step when it is empty, and when nothing matches', async () => {
    const { router } = open(listOf(0));
    expect(await screen.findByText('There are no users yet.')).toBeDefined();
    await router.navigate('/admin/users?search=nobody');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear the search' }));
    expect(await screen.findByText('There are no users yet.')).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
    await router.navigate('/admin/users?page=9');
    await userEvent.click(await screen.findByRole('button', { name: 'Go to the first page' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('narrows by a filter, and widens again', async () => {
    const load = listOf(30);
    const { router } = open(load, {
      filters: [
        { name: 'kind', label: 'Kind', options: [{ value: 'staff', label: 'Staff' }] },
        { name: 'from', label: 'From' },
      ],
    });
    await table();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Staff');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '0202-11-01' } });
    expect(screen.queryByText('From: 0202-11-01')).toBeNull();
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01' } });
    fireEvent.blur(screen.getByLabelText('From'));
    await waitFor(() => expect(lastQuery(load)).toMatchObject({ kind: 'staff', from: '2026-11-01' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'All');
    await waitFor(() => expect(router.state.location.search).toBe('?from=2026-11-01'));
    expect(lastQuery(load)).not.toHaveProperty('kind');
  });
});

describe('filters that are shown on request', () => {
  const filters = [
    { name: 'least', label: 'At least', input: 'number' as const, isExtra: true },
    { name: 'most', label: 'At most', input: 'number' as const, isExtra: true },
  ];

  it('stay with their focus when they are cleared, and need no button when all are set', async () => {
    const load = listOf(30);
    open(load, { filters, at: '/admin/users?least=5' });
    await table();
    const least = screen.getByLabelText<HTMLInputElement>('At least');
    await userEvent.clear(least);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(lastQuery(load)).not.toHaveProperty('least'));
    expect(document.activeElement).toBe(screen.getByLabelText('At least'));
    await userEvent.click(screen.getByRole('button', { name: 'More filters' }));
    await userEvent.type(screen.getByLabelText('At most'), '9{Enter}');
    await waitFor(() => expect(lastQuery(load)).toMatchObject({ most: '9' }));
    expect(screen.queryByRole('button', { name: /^(More|Fewer) filters$/ })).toBeNull();
  });
});

it.each([
  ['number', '1.000', '1000'],
  ['number', '12,345,678', '12345678'],
  ['number', '12.5', '12'],
  ['amount', '1 234,5', '1234.5'],
  ['amount', '1,234.50', '1234.50'],
  ['amount', '0.125', '0.12'],
] as const)('a filter by %s takes %s as %s', async (input, typed, value) => {
  const load = listOf(30);
  open(load, { filters: [{ name: 'least', label: 'At least', input }] });
  await table();
  await userEvent.type(screen.getByLabelText('At least'), `${typed}{Enter}`);
  await waitFor(() => expect(lastQuery(load)).toMatchObject({ least: value }));
});

describe('the search', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('is asked for 300 ms after the last letter, once, from the first page on', async () => {
    const load = listOf(23);
    const { router } = open(load, { at: '/admin/users?page=2' });
    await table();
    load.mockClear();
    type('w');
    await vi.advanceTimersByTimeAsync(299);
    type('wan ');
    await vi.advanceTimersByTimeAsync(290);
    expect(load).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(20);
    await waitFor(() => expect(load).toHaveBeenCalledOnce());
    expect(lastQuery(load)).toMatchObject({ search: 'wan', page: '1' });
    expect(router.state.location.search).toBe('?search=wan');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('wan ');
  });

  it('is one step of the history, and a step back puts back what was searched for there', async () => {
    const { router } = open(listOf(23), { at: '/admin/users?search=first' });
    await table();
    await router.navigate('/admin/users?search=second');
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('second'));
    type('third');
    await vi.advanceTimersByTimeAsync(310);
    await waitFor(() => expect(router.state.location.search).toBe('?search=third'));
    await router.navigate(-1);
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('first'));
  });
});

describe('all of a list', () => {
  it('of a million rows draws a few hundred at most, and fetches the windows in sight', async () => {
    const load = listOf(1_000_000);
    const { router } = open(load);
    await table();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Per page' }), 'All');
    await waitFor(() => expect(router.state.location.search).toBe('?pageSize=all'));
    expect(await screen.findByText('1,000,000 total')).toBeDefined();
    expect((await table()).getAttribute('aria-rowcount')).toBe('1000001');
    expect(screen.getAllByRole('row').length).toBeLessThan(300);
    const box = screen.getByRole('region', { name: 'Users' });
    load.mockClear();
    scrollPage(box, 4_000_000);
    await waitFor(() => expect(load).toHaveBeenCalled());
    const middle = await screen.findByText('Wanderer 500040');
    expect(load.mock.calls.length).toBeLessThanOrEqual(2);
    expect(screen.getAllByRole('row').length).toBeLessThan(300);
    // The heads are the first row.
    expect(middle.closest('tr')?.getAttribute('aria-rowindex')).toBe('500041');
  });

  it('is loaded again while something in it moves', async () => {
    const load = listOf(1);
    open(load, { at: '/admin/users?pageSize=all', refreshMs: () => load.mock.calls.length < 2 && 20 });
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  });

  it('grows while full windows come where counting stops early, and ends with one that is not full', async () => {
    open(listOf(1234, false), { at: '/admin/users?pageSize=all' });
    expect(await screen.findByText('more than 1,000 total')).toBeDefined();
    const box = screen.getByRole('region', { name: 'Users' });
    for (const top of [45_000, 55_000, 60_000]) {
      scrollPage(box, top);
      await waitFor(() =>
        expect(screen.getAllByText(/^Wanderer 1\d{3}$|^Wanderer 9\d\d$/).length).toBeGreaterThan(5),
      );
    }
    expect(await screen.findByText('1,234 total')).toBeDefined();
  });

  it('of a search ends where the server goes no farther', async () => {
    const load = vi.fn<ListViewProps<Row>['load']>(async ({ page }) => ({
      rows: Array.from({ length: 100 }, (_, i) => row((Number(page) - 1) * 100 + i + 1)),
      total: 100_000,
      totalIsExact: false,
    }));
    open(load, { at: '/admin/users?pageSize=all&search=wan' });
    const box = await screen.findByRole('region', { name: 'Users' });
    scrollPage(box, 10_000_000);
    await screen.findByText('Wanderer 100000');
    expect((await table()).getAttribute('aria-rowcount')).toBe('100001');
    expect(load.mock.lastCall?.[0]).toMatchObject({ page: '1000' });
  });

  it('says what failed and tries again', async () => {
    const load = vi
      .fn<ListViewProps<Row>['load']>()
      .mockRejectedValueOnce(new ApiError(400, { message: 'No.' }))
      .mockResolvedValue({ rows: [row(1)], total: 1 });
    open(load, { at: '/admin/users?pageSize=all' });
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to fetch users. No.');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Wanderer 1')).toBeDefined();
  });
});

describe('the export', () => {
  const PATH = 'GET /api/admin/audit/export?search=wan&sort=-at&kind=user.ban';
  const at = '/admin/users?search=wan&page=2&sort=-at&kind=user.ban';
  const filters = [{ name: 'kind', label: 'Kind', options: [{ value: 'user.ban', label: 'Ban' }] }];

  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is a file of the server, of all that the list finds', async () => {
    const files = collectFiles();
    open(listOf(230), { csv: exportAuditEntries, at, filters, answers: { [PATH]: { body: { a: 'file' } } } });
    await table();
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText('Users exported.')).toBeDefined();
    expect(await files[0]?.text()).toBe('{"a":"file"}');
  });

  it('says why it is refused', async () => {
    const body = { code: 'too_many_requests', message: 'You already export a list.' };
    open(listOf(230), { csv: exportAuditEntries, at, filters, answers: { [PATH]: { status: 429, body } } });
    await table();
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText('The export failed. You already export a list.')).toBeDefined();
  });
});
