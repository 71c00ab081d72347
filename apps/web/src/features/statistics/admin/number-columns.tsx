import type { ReactNode } from 'react';
import { priceText } from '#features/shop/price-text.ts';
import type { NumbersColumn } from './numbers.ts';
import { dayOf } from './period.rules.ts';
import { countText, dayText, shareText } from './statistics-text.ts';

type Extras = { total?: ReactNode; hasBars?: boolean };

/** What a row is about. */
export function nameColumn<Row>(
  label: string,
  nameOf: (row: Row) => string,
  total?: string,
): NumbersColumn<Row> {
  return { label, value: nameOf, text: nameOf, total };
}

/** The day that a row is about; of today it is said that it is not over. */
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

/** Which part of the whole a row has. */
export function shareColumn<Row>(partOf: (row: Row) => number, whole: number): NumbersColumn<Row> {
  return {
    label: 'Share',
    value: (row) => (whole === 0 ? 0 : partOf(row) / whole),
    text: (row) => shareText(partOf(row), whole),
    isNumber: true,
  };
}
