import { type KeyboardEvent, useState } from 'react';
import type { PickedKind } from '#features/admin/search/picked-records.ts';
import { RecordPicker } from '#features/admin/search/RecordPicker.tsx';
import { DateTimeField } from '#ui/admin/fields/DateTimeField.tsx';
import { timeZoneHint } from '#ui/admin/fields/local-date-time.ts';
import { DateField } from '#ui/admin/fields/DateField.tsx';
import { type SelectOption, SelectField } from '#ui/admin/fields/SelectField.tsx';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { TextField } from '#ui/TextField.tsx';
import { valuesOf } from './filter-texts.ts';
import styles from './ListFilters.module.css';

/** A filter next to the search: one of a few values, the id of an account or a product, a moment, an amount in euro, a number, or a day. */
export type ListFilter = {
  /** Its name in the address and in the API. */
  name: string;
  label: string;
  /** Without them, it is a day as YYYY-MM-DD, or what `input` says. */
  options?: readonly SelectOption[];
  /** Several options can be chosen; the list shows them as chips. */
  isMultiple?: boolean;
  input?: 'account' | 'product' | 'time' | 'amount' | 'number';
  /** Shown only when it is asked for, or set. */
  isExtra?: boolean;
  /** The label of no filter. */
  anyLabel?: string;
};

type ListFiltersProps = {
  filters: ListFilter[];
  chosen: Record<string, string>;
  onChoose: (name: string, value: string) => void;
};

/** The filters next to a list's search. */
export function ListFilters({ filters: all, ...props }: ListFiltersProps) {
  const [isWhole, setIsWhole] = useState(false);
  const { isShown, hasHidden } = useShown(all, props.chosen);
  const filters = isWhole ? all : all.filter(isShown);
  const times = filters.filter(({ input }) => input === 'time');
  const others = filters.filter(({ input }) => input !== 'time');
  return (
    <>
      {others.map((filter) => (
        <Filter key={filter.name} filter={filter} {...props} />
      ))}
      {times.length > 0 && (
        <div className={styles.span}>
          {times.map((filter) => (
            <Filter key={filter.name} filter={filter} {...props} />
          ))}
        </div>
      )}
      {hasHidden && (
        <Button look="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Fewer filters' : 'More filters'}
        </Button>
      )}
    </>
  );
}

/** Which filters are shown before more are asked for. One that was set stays when it is cleared, and so does the focus. */
function useShown(all: ListFilter[], chosen: Record<string, string>) {
  const [known, setKnown] = useState<readonly string[]>([]);
  const found = all.map(({ name }) => name).filter((name) => chosen[name] !== undefined);
  if (found.some((name) => !known.includes(name))) setKnown([...new Set([...known, ...found])]);
  const isShown = ({ name, isExtra }: ListFilter) => !isExtra || known.includes(name);
  return { isShown, hasHidden: !all.every(isShown) };
}

type FilterProps = Omit<ListFiltersProps, 'filters'> & { filter: ListFilter };

function Filter({ filter, chosen, onChoose }: FilterProps) {
  const { name, label, options, isMultiple, input, anyLabel = 'All' } = filter;
  return (
    <div className={classNames(styles.filter, input === 'time' && styles.time)}>
      {!options && (
        <TypedFilter
          input={input ?? 'day'}
          name={name}
          label={label}
          value={chosen[name] ?? ''}
          onChoose={onChoose}
        />
      )}
      {options && isMultiple && (
        <AddFilter
          name={name}
          label={label}
          options={options}
          anyLabel={anyLabel}
          value={chosen[name] ?? ''}
          onChoose={onChoose}
        />
      )}
      {options && !isMultiple && (
        <SelectField
          name={name}
          label={label}
          options={[{ value: '', label: anyLabel }, ...withChosen(options, chosen[name])]}
          value={chosen[name] ?? ''}
          onChange={(event) => onChoose(name, event.target.value)}
        />
      )}
    </div>
  );
}

/** A value of the address stays choosable while the options load, and when there is none like it. */
function withChosen(options: readonly SelectOption[], value = ''): readonly SelectOption[] {
  if (value === '' || options.some((option) => option.value === value)) return options;
  return [...options, { value, label: value }];
}

type AddFilterProps = {
  name: string;
  label: string;
  options: readonly SelectOption[];
  anyLabel: string;
  value: string;
  onChoose: ListFiltersProps['onChoose'];
};

/** Adds one option to those that are chosen. */
function AddFilter({ name, label, options, anyLabel, value, onChoose }: AddFilterProps) {
  const chosen = valuesOf(value);
  const others = options.filter((option) => !chosen.includes(option.value));
  return (
    <SelectField
      name={name}
      label={label}
      options={[{ value: '', label: chosen.length === 0 ? anyLabel : 'Add another…' }, ...others]}
      value=""
      onChange={(event) => onChoose(name, [...chosen, event.target.value].join(','))}
    />
  );
}

type TypedFilterProps = {
  name: string;
  label: string;
  value: string;
  onChoose: ListFiltersProps['onChoose'];
};

type TypedInput = NonNullable<ListFilter['input']> | 'day';

function TypedFilter({ input, ...props }: TypedFilterProps & { input: TypedInput }) {
  switch (input) {
    case 'day':
      return <DayFilter {...props} />;
    case 'time':
      return <TimeFilter {...props} />;
    case 'amount':
      return <NumberFilter {...props} parse={parseAmount} inputMode="decimal" />;
    case 'number':
      return <NumberFilter {...props} parse={parseNumber} inputMode="numeric" />;
    case 'account':
    case 'product':
      return <RecordFilter {...props} kind={input} />;
  }
}

/**
 * What is typed, until the address says something else. Applied on blur and by Enter, so that not every digit and no
 * half-typed year loads a list.
 *
 * @param read the filter that a text means; undefined for a text that means none yet, which stays as it is typed
 */
function useTyped({ name, value, onChoose }: TypedFilterProps, read: (text: string) => string | undefined) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  const apply = (text: string) => {
    const meant = read(text);
    if (meant === undefined) return;
    setTyped(meant);
    if (meant !== value) onChoose(name, meant);
  };
  const events = {
    onBlur: () => apply(typed),
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Enter') apply(typed);
    },
  };
  return { typed, setTyped, apply, events };
}

/** The id in a text. What is no id may still become one: the picker says what is wrong with it. */
function readId(text: string): string | undefined {
  const id = text.trim().replace(/^#?0*/, '');
  return /^\d{0,9}$/.test(id) ? id : undefined;
}

/** A record by its name or id. */
function RecordFilter({ kind, ...props }: TypedFilterProps & { kind: PickedKind }) {
  const { typed, setTyped, apply, events } = useTyped(props, readId);
  return (
    <RecordPicker
      kind={kind}
      name={props.name}
      label={props.label}
      value={typed}
      onChange={setTyped}
      onPick={apply}
      {...events}
    />
  );
}

/** Separators of thousands: '1,000', '1.000', '1 000'. */
const SEPARATORS = /(?<=[1-9][\d.,\s'\u2019]*)[.,\s'\u2019](?=\d{3}(?!\d))/gu;

/** The first number with at most two decimals in a text, or nothing. */
function parseAmount(text: string): string {
  return /\d{1,6}(\.\d{1,2})?/.exec(text.replaceAll(SEPARATORS, '').replace(',', '.'))?.[0] ?? '';
}

/** The first whole number in a text, or nothing. */
function parseNumber(text: string): string {
  return /\d{1,9}/.exec(text.replaceAll(SEPARATORS, ''))?.[0] ?? '';
}

type NumberFilterProps = TypedFilterProps & {
  parse: (text: string) => string;
  inputMode: 'decimal' | 'numeric';
};

function NumberFilter({ parse, inputMode, ...props }: NumberFilterProps) {
  const { typed, setTyped, events } = useTyped(props, parse);
  return (
    <TextField
      name={props.name}
      label={props.label}
      inputMode={inputMode}
      autoComplete="off"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      {...events}
    />
  );
}

function DayFilter(props: TypedFilterProps) {
  const { typed, setTyped, events } = useTyped(props, asTyped);
  return (
    <DateField
      name={props.name}
      label={props.label}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      {...events}
    />
  );
}

function TimeFilter(props: TypedFilterProps) {
  const { typed, setTyped, events } = useTyped(props, asTyped);
  return (
    <DateTimeField
      name={props.name}
      label={props.label}
      step={60}
      // As a hint below, it would tear the row of filters apart.
      hint=""
      title={timeZoneHint()}
      value={typed}
      onChange={setTyped}
      {...events}
    />
  );
}

function asTyped(text: string): string {
  return text;
}
