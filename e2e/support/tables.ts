import { expect, type Page } from '@playwright/test';

/** A row takes one line of 36 px and its border where a mouse points, and by touch the 44 px of a finger at least. */
const DENSE_PX = 37;
const TOUCH_PX = 44;

type Limits = { densePx: number; touchPx: number };

type Faults = { caption: string; faults: string[] };

/**
 * Holds every table of the page against the rules of lists: dense rows, large by touch, and higher only for a column
 * that wraps; numbers, dates and prices in one line and whole; the first column in view however far the table is
 * moved sideways; and the page scrolls the rows, no box in it.
 *
 * @returns the names of the tables that have rows
 */
export async function expectDenseTables(page: Page, where: string): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready);
  const found = await page.evaluate(measureTables, {
    densePx: DENSE_PX,
    touchPx: TOUCH_PX,
  });
  expect(
    found.filter(({ faults }) => faults.length > 0),
    `tables of ${where}`,
  ).toEqual([]);
  return found.map(({ caption }) => caption);
}

// Runs in the page, so that nothing of this module is in reach.
/* oxlint-disable unicorn/consistent-function-scoping */
function measureTables({ densePx, touchPx }: Limits): Faults[] {
  const isTouch = matchMedia('(pointer: coarse)').matches;
  const isNarrow = innerWidth <= 640;
  // With its sign or currency, and what joins digits: '€1,249.00', '2026-12-24', '18:00', '−12'.
  const numbers = /[-+−€$]?\d[\d.,:/-]*\d%?|[€$]\d/g;
  const linesOf = (range: Range) =>
    new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top)))
      .size;
  const isShown = (element: Element) => element.getBoundingClientRect().width > 1;

  const heightFaults = (row: HTMLTableRowElement) => {
    // The numbers behind a chart are no list.
    if (row.cells[0]?.tagName === 'TH') return [];
    const { height } = row.getBoundingClientRect();
    const wraps = [...row.querySelectorAll('td > div')].some(
      (cell) => getComputedStyle(cell).whiteSpace === 'normal',
    );
    const most = wraps ? Infinity : densePx;
    if (isTouch || isNarrow) return height < touchPx ? [`a row of ${height} px: ${row.innerText}`] : [];
    return height < densePx - 1 || height > most ? [`a row of ${height} px: ${row.innerText}`] : [];
  };

  const textFaults = (cell: Element) => {
    const faults: string[] = [];
    for (const time of cell.querySelectorAll('time')) {
      const range = document.createRange();
      range.selectNodeContents(time);
      if (isShown(time) && linesOf(range) > 1)
        faults.push(`a time in ${linesOf(range)} lines: ${time.textContent}`);
    }
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      for (const { index, 0: text } of (node.textContent ?? '').matchAll(numbers)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + text.length);
        if (linesOf(range) > 1) faults.push(`a number in ${linesOf(range)} lines: ${text}`);
      }
    }
    const box = cell.firstElementChild;
    const isNumber = /^[-+−]?[€$]?[\d.,:\s]*\d$/.test(cell.textContent?.trim() ?? '');
    if (box && isShown(cell) && isNumber && box.scrollWidth > box.clientWidth + 1)
      faults.push(`a number that is cut: ${cell.textContent}`);
    return faults;
  };

  const isBox = (element: Element) =>
    /auto|scroll/.test(getComputedStyle(element).overflowY) &&
    element.scrollHeight > element.clientHeight + 1;
  const boxesAround = (table: Element) => {
    const boxes: string[] = [];
    for (let box = table.parentElement; box && box.tagName !== 'BODY'; box = box.parentElement)
      if (!box.matches('dialog, [role=dialog]') && isBox(box))
        boxes.push(`a box that scrolls: ${box.className}`);
    return boxes;
  };

  const stickyFaults = (table: HTMLTableElement) => {
    if (isNarrow) return [];
    const box = table.parentElement;
    if (!box || box.scrollWidth <= box.clientWidth + 1) return [];
    const start = box.scrollLeft;
    box.scrollLeft = box.scrollWidth;
    const { left } = box.getBoundingClientRect();
    const moved = [...table.rows].filter(
      ({ cells: [first] }) =>
        first && Math.abs(first.getBoundingClientRect().left - left - box.clientLeft) > 1,
    );
    box.scrollLeft = start;
    return moved.length > 0 ? [`${moved.length} first cells are moved out of view`] : [];
  };

  return [...document.querySelectorAll<HTMLTableElement>('main table')].filter(isShown).map((table) => {
    const rows = [...table.tBodies].flatMap((body) => [...body.rows]);
    return {
      caption: table.caption?.textContent ?? '',
      faults: [
        ...rows.flatMap(heightFaults),
        ...rows.flatMap((row) => [...row.cells].flatMap(textFaults)),
        ...boxesAround(table),
        ...stickyFaults(table),
      ],
    };
  });
}
