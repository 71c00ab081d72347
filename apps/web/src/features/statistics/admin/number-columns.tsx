import type { ReactNode } from 'react';
import { priceText } from '#features/shop/price-text.ts';
import type { NumbersColumn } from './numbers.ts';
import { dayOf } from './period.rules.ts';
import { countText, dayText, shareText } from './statistics-text.ts';

type Extras = { total?: ReactNode; hasBars?: boolean };

/** The row's name. */
export function nameColumn<Row>(
  label: string,
  nameOf: (row: Row) => string,
  total?: string,
): NumbersColumn<Row> {
  return { label, value: nameOf, text: nameOf, total };
}

/** The row's day; today is marked as not over. */
export function dayColumn<Row extends { day: string }>(): NumbersColumn<Row> {
  const today = dayOf(new Date());
  return {
    label: 'Day',
    value: ({ day }) => day,
    text: ({ day }) => (
      <>
        <time dateTime={day}>{dayText(day)}</time>
        {day === today && ' (so far)'}
      </>
    ),
    total: 'Whole period',
  };
}

export function countColumn<Row>(
  label: string,
  countOf: (row: Row) => number,
  extras: Extras = {},
): NumbersColumn<Row> {
  return { label, value: countOf, text: (row) => countText(countOf(row)), isNumber: true, ...extras };
}

/** Euro. */
export function moneyColumn<Row>(
  label: string,
  amountOf: (row: Row) => number,
  extras: Extras = {},
): NumbersColumn<Row> {
  return { label, value: amountOf, text: (row) => priceText(amountOf(row)), isNumber: true, ...extras };
}

/** The row's share of the total. */
export function shareColumn<Row>(partOf: (row: Row) => number, whole: number): NumbersColumn<Row> {
  return {
    label: 'Share',
    value: (row) => (whole === 0 ? 0 : partOf(row) / whole),
    text: (row) => shareText(partOf(row), whole),
    isNumber: true,
  };
}
