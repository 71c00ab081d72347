import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Column } from './columns.ts';
import { DataTable } from './DataTable.tsx';
import { PageControls } from './PageControls.tsx';
import { VirtualTable } from './VirtualTable.tsx';

afterEach(cleanup);

type Row = { id: number };

const COLUMNS: Column<Row>[] = [
  { id: 'id', label: 'Id', sortKey: 'id', isPrimary: true, render: ({ id }) => `Row ${id}` },
  { id: 'edit', label: 'Actions', render: ({ id }) => <button type="button">Edit {id}</button> },
];
const ROWS = [{ id: 1 }, { id: 2 }, { id: 3 }];

function Selecting({ onChange }: { onChange: (selected: Set<string | number>) => void }) {
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set([9]));
  return (
    <DataTable<Row>
      caption="Rows"
      columns={COLUMNS}
      rows={ROWS}
      rowKey={({ id }) => id}
      empty={null}
      selection={{
        selected,
        onChange: (next) => {
          setSelected(next);
          onChange(next);
        },
        label: ({ id }) => `Select row ${id}`,
      }}
    />
  );
}

describe('a table', () => {
  it('has a name, heads, and cells that say their column for small screens', () => {
    render(<DataTable caption="Rows" columns={COLUMNS} rows={ROWS} rowKey={({ id }) => id} empty={null} />);
    expect(screen.getByRole('table', { name: 'Rows' })).toBeDefined();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Id',
      'Actions',
    ]);
    expect(screen.getByRole('cell', { name: 'Row 2' }).dataset.label).toBe('Id');
    // Nothing says how to sort, so the head is no button.
    expect(screen.queryByRole('button', { name: 'Id' })).toBeNull();
  });

  it('gives each of several growing columns its share of the room that is left', () => {
    const columns: Column<Row>[] = [
      { id: 'id', label: 'Id', grows: 70, render: ({ id }) => `Row ${id}` },
      { id: 'name', label: 'Name', grows: 30, render: ({ id }) => `Name ${id}` },
      { id: 'at', label: 'At', isPrimary: true, width: '4rem', render: () => '10:00' },
    ];
    render(<DataTable caption="Rows" columns={columns} rows={ROWS} rowKey={({ id }) => id} empty={null} />);
    expect(screen.getAllByRole('columnheader').map(({ style }) => style.width)).toEqual([
      '70%',
      '30%',
      '4rem',
    ]);
    for (const name of ['Row 1', 'Name 1'])
      expect(screen.getByRole('cell', { name }).className).toMatch(/grows/);
    expect(screen.getAllByRole('cell', { name: '10:00' })[0]?.className).not.toMatch(/grows/);
  });

  it('marks cells that have nothing, which small screens leave out', () => {
    const columns: Column<Row>[] = [...COLUMNS, { id: 'end', label: 'End', render: () => '–' }];
    render(<DataTable caption="Rows" columns={columns} rows={ROWS} rowKey={({ id }) => id} empty={null} />);
    expect(screen.getByRole('cell', { name: 'Row 1' }).className).not.toMatch(/nothing/);
    for (const cell of screen.getAllByRole('cell', { name: '–' })) expect(cell.className).toMatch(/nothing/);
  });

  it('says what there is instead of rows', () => {
    render(
      <DataTable<Row> caption="Rows" columns={COLUMNS} rows={[]} rowKey={({ id }) => id} empty="None yet." />,
    );
    expect(screen.getByText('None yet.')).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('tells how to sort next', async () => {
    const onSort = vi.fn<(sort: string) => void>();
    const draw = (sort?: string) => (
      <DataTable
        caption="Rows"
        columns={COLUMNS}
        rows={ROWS}
        rowKey={({ id }) => id}
        empty={null}
        sort={sort}
        onSort={onSort}
      />
    );
    const { rerender } = render(draw());
    for (const sort of ['id', '-id', 'other']) {
      await userEvent.click(screen.getByRole('button', { name: 'Id' }));
      rerender(draw(sort));
    }
    expect(onSort.mock.calls.flat()).toEqual(['id', '-id', 'id']);
    expect(screen.getByRole('columnheader', { name: 'Id' }).getAttribute('aria-sort')).toBe('none');
  });

  it('lets rows be chosen one by one and all at once, and keeps those of other pages', async () => {
    const onChange = vi.fn<(selected: Set<string | number>) => void>();
    render(<Selecting onChange={onChange} />);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select row 2' }));
    expect([...(onChange.mock.lastCall?.[0] ?? [])]).toEqual([9, 2]);
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows shown' });
    expect([all.checked, all.indeterminate]).toEqual([false, true]);
    await userEvent.click(all);
    expect([...(onChange.mock.lastCall?.[0] ?? [])]).toEqual([9, 2, 1, 3]);
    expect([all.checked, all.indeterminate]).toEqual([true, false]);
    await userEvent.click(all);
    expect([...(onChange.mock.lastCall?.[0] ?? [])]).toEqual([9]);
  });
});

const beside = (rows: Row[]) => (
  <>
    <button type="button">Elsewhere</button>
    <DataTable
      caption="Rows"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      empty={<button type="button">New row</button>}
    />
  </>
);

it('is reached by keyboard and scrolls where it is wider than its box', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValueOnce(1000).mockReturnValue(600);
  const { unmount } = render(beside([{ id: 1 }]));
  expect(screen.getByRole('region', { name: 'Rows' }).tabIndex).toBe(-1);
  unmount();
  render(beside([{ id: 1 }]));
  expect(screen.getByRole('region', { name: 'Rows' }).tabIndex).toBe(0);
  vi.restoreAllMocks();
});

it('says all of a cell that is cut, once it is pointed at', () => {
  render(beside([{ id: 1 }]));
  const text = screen.getByText('Row 1');
  fireEvent.mouseOver(text);
  expect(text.title).toBe('');
  vi.spyOn(text, 'scrollWidth', 'get').mockReturnValue(300);
  fireEvent.mouseOver(text);
  expect(text.title).toBe('Row 1');
});

describe('a row with the focus that goes away', () => {
  it('leaves it to the table, and to what stands there when it was the last one', () => {
    const { rerender } = render(beside([{ id: 1 }, { id: 2 }]));
    screen.getByRole('button', { name: 'Edit 2' }).focus();
    rerender(beside([{ id: 1 }]));
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Rows' }));
    screen.getByRole('button', { name: 'Edit 1' }).focus();
    rerender(beside([]));
    expect(document.activeElement?.contains(screen.getByRole('button', { name: 'New row' }))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
    screen.getByRole('button', { name: 'New row' }).focus();
    rerender(beside([{ id: 3 }]));
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Rows' }));
  });

  it('takes it from nobody who has it by then', () => {
    const { rerender } = render(beside([{ id: 1 }, { id: 2 }]));
    screen.getByRole('button', { name: 'Edit 2' }).focus();
    const elsewhere = screen.getByRole('button', { name: 'Elsewhere' });
    elsewhere.focus();
    rerender(beside([{ id: 1 }]));
    expect(document.activeElement).toBe(elsewhere);
  });
});

const million = (onRangeChange: (first: number, last: number) => void) => (
  <VirtualTable
    caption="Rows"
    columns={COLUMNS}
    total={1_000_000}
    rowAt={(index) => (index < 500_000 ? { id: index } : undefined)}
    rowKey={({ id }) => id}
    onRangeChange={onRangeChange}
  />
);

/** Scrolls the page until so much of the box is above the window. */
function scrollPage(box: HTMLElement, top: number) {
  box.getBoundingClientRect = () => DOMRect.fromRect({ y: -top });
  fireEvent.scroll(window);
}

describe('a table of a million rows', () => {
  // The window takes no part in where its content is said to stand.
  beforeAll(() => {
    window.scrollBy = () => {};
  });

  it('draws those in sight and tells which, at the start, in the middle and at the end', () => {
    const ranges: [number, number][] = [];
    render(million((first, last) => ranges.push([first, last])));
    const box = screen.getByRole('region', { name: 'Rows' });
    for (const top of [0, 4_000_000, 8_000_000 - 600]) {
      scrollPage(box, top);
      const rows = screen.getAllByRole('row');
      expect(rows.length).toBeLessThan(100);
      const [first, last] = ranges.at(-1) ?? [];
      expect(rows[1]?.getAttribute('aria-rowindex')).toBe(String((first ?? 0) + 2));
      expect(rows.at(-1)?.getAttribute('aria-rowindex')).toBe(String((last ?? 0) + 2));
    }
    expect(ranges[0]).toEqual([0, 20]);
    expect(ranges.at(-1)?.[1]).toBe(999_999);
  });

  it('takes the focus when its row is scrolled away', () => {
    render(million(() => {}));
    const box = screen.getByRole('region', { name: 'Rows' });
    screen.getByRole('button', { name: 'Edit 5' }).focus();
    scrollPage(box, 2_000_000);
    expect(screen.queryByRole('button', { name: 'Edit 5' })).toBeNull();
    expect(document.activeElement).toBe(box);
  });
});

const rowsOf = (...ids: number[]) => (
  <VirtualTable
    caption="Rows"
    columns={COLUMNS}
    total={ids.length}
    rowAt={(index) => ({ id: ids[index] ?? 0 })}
    rowKey={({ id }) => id}
    onRangeChange={() => {}}
  />
);

describe('a table whose records move', () => {
  it('keeps the focus with the record, not with its place', () => {
    const { rerender } = render(rowsOf(1, 2, 3));
    const edit = screen.getByRole('button', { name: 'Edit 2' });
    edit.focus();
    rerender(rowsOf(2, 3));
    expect(screen.getByRole('button', { name: 'Edit 2' })).toBe(edit);
    expect(document.activeElement).toBe(edit);
    rerender(rowsOf(3));
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Rows' }));
  });

  it('draws a record twice that two windows have', () => {
    render(rowsOf(1, 2, 2, 3));
    expect(screen.getAllByRole('button', { name: 'Edit 2' })).toHaveLength(2);
  });
});

const controls = (given: Partial<Parameters<typeof PageControls>[0]>) =>
  render(
    <PageControls
      page={1}
      pageSize="10"
      rowCount={10}
      total={25}
      onPage={() => {}}
      onPageSize={() => {}}
      {...given}
    />,
  );

describe('the page controls', () => {
  it.each([
    [{}, '1–10 of 25'],
    [{ page: 3, rowCount: 5 }, '21–25 of 25'],
    [{ total: 1001, totalIsExact: false }, '1–10 of more than 1,000'],
    [{ page: 101, total: 1001, totalIsExact: false }, '1,001–1,010 of more than 1,000'],
    [{ page: 120, rowCount: 4, total: 1001, totalIsExact: false }, '1,191–1,194 of 1,194'],
    [{ page: 4, rowCount: 0 }, '0 of 25'],
    [{ pageSize: 'all' as const, rowCount: 25 }, '25 total'],
  ])('say where one is: %o', (given, text) => {
    controls(given);
    expect(screen.getByRole('status').textContent).toBe(text);
  });

  it('offer 10, 50, 100 and all', async () => {
    const onPageSize = vi.fn<(size: string) => void>();
    controls({ onPageSize });
    const select = screen.getByRole('combobox', { name: 'Per page' });
    expect([...select.children].map(({ textContent }) => textContent)).toEqual(['10', '50', '100', 'All']);
    await userEvent.selectOptions(select, 'All');
    expect(onPageSize).toHaveBeenCalledWith('all');
  });
});
