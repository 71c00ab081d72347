import { type KeyboardEvent, useEffect, useId, useState } from 'react';

/** What can be chosen, by a key that stays the same from one answer to the next. */
export type ListboxOption = { key: string };

type ListboxProps<Option> = {
  /** All of them, over all groups, in the order in which they are shown. */
  options: readonly Option[];
  isOpen: boolean;
  onChoose: (option: Option, event: KeyboardEvent | undefined) => void;
};

export type Listbox<Option> = {
  /** Attributes of the input that has the focus all the time. */
  inputProps: {
    role: 'combobox';
    'aria-autocomplete': 'list';
    'aria-expanded': boolean;
    'aria-controls': string;
    'aria-activedescendant': string | undefined;
  };
  listId: string;
  optionProps: (option: Option) => {
    id: string;
    role: 'option';
    'aria-selected': boolean;
    onPointerMove: () => void;
    onPointerDown: (event: { preventDefault: () => void }) => void;
    onClick: () => void;
  };
  /** What Enter chooses; undefined while there is nothing. */
  active: Option | undefined;
  /** The active option, if somebody moved to it. */
  moved: Option | undefined;
  /** Makes an option the active one. */
  moveTo: (option: Option) => void;
  /** Handles the arrows, Home, End and Enter. @returns whether the key was one of these */
  press: (event: KeyboardEvent) => boolean;
};

/**
 * The keyboard of a combobox with a list below it, as in ARIA's authoring practices: the focus stays in the input, and
 * the active option moves. The first one is active until somebody moves.
 */
export function useListbox<Option extends ListboxOption>({
  options,
  isOpen,
  onChoose,
}: ListboxProps<Option>): Listbox<Option> {
  const listId = useId();
  const [activeKey, setActiveKey] = useState('');
  const found = options.findIndex(({ key }) => key === activeKey);
  const index = Math.max(found, 0);
  const active = isOpen ? options[index] : undefined;
  // An id has no blanks.
  const idOf = ({ key }: Option) => `${listId}-${key.replaceAll(/\s+/g, '-')}`;
  const activeId = active && idOf(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' });
  }, [activeId]);
  const press = (event: KeyboardEvent): boolean => {
    if (!active || event.nativeEvent.isComposing) return false;
    if (event.key === 'Enter') {
      event.preventDefault();
      onChoose(active, event);
      return true;
    }
    const to = targetOf(event.key, index, options.length);
    if (to === undefined) return false;
    event.preventDefault();
    setActiveKey(options[to]?.key ?? '');
    return true;
  };
  return {
    inputProps: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen && options.length > 0,
      'aria-controls': listId,
      'aria-activedescendant': activeId,
    },
    listId,
    active,
    moved: found === -1 ? undefined : active,
    moveTo: ({ key }) => setActiveKey(key),
    optionProps: (option) => ({
      id: idOf(option),
      role: 'option',
      'aria-selected': option === active,
      onPointerMove: () => setActiveKey(option.key),
      // The focus stays in the input.
      onPointerDown: (event) => event.preventDefault(),
      onClick: () => onChoose(option, undefined),
    }),
    press,
  };
}

/** From the last option to the first, and back. */
function targetOf(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (index + 1) % count;
    case 'ArrowUp':
      return (index + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
