import { localTimeText } from '#ui/admin/local-time-text.ts';
import type { ListFilter } from './ListFilters.tsx';

/** One chosen value of a filter, in words. */
export type ChosenFilter = {
  name: string;
  /** 'What: Account banned' */
  text: string;
  /** The filter's value without this one; '' for none. */
  rest: string;
};

/** What a list is filtered by, one for each value. */
export function chosenFilters(filters: ListFilter[], chosen: Record<string, string>): ChosenFilter[] {
  return filters.flatMap((filter) => {
    const value = chosen[filter.name] ?? '';
    const values = filter.isMultiple ? valuesOf(value) : [value];
    return values
      .filter((one) => one !== '')
      .map((one) => ({
        name: filter.name,
        text: `${filter.label}: ${labelOf(filter, one)}`,
        rest: values.filter((other) => other !== one).join(','),
      }));
  });
}

/** 'Nothing matches the search “lamp” and State: Failed.' */
export function nothingMatchesText(filters: ChosenFilter[], search = ''): string {
  const names = filters.map(({ text }) => text);
  const all = search === '' ? names : [`the search “${search}”`, ...names];
  return `Nothing matches ${new Intl.ListFormat('en').format(all)}.`;
}

/** The values of a filter that takes several. */
export function valuesOf(value: string): string[] {
  return value === '' ? [] : [...new Set(value.split(','))];
}

function labelOf({ options, input }: ListFilter, value: string): string {
  if (input === 'time') return localTimeText(value);
  if (input === 'amount') return `€${value}`;
  return options?.find((option) => option.value === value)?.label ?? value;
}
