import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './Tabs.module.css';

type Tab = { id: string; label: string; panel: ReactNode };

type TabsProps = {
  label: string;
  tabs: [Tab, ...Tab[]];
  /** For tabs whose selection is kept elsewhere, such as in the address; an unknown id selects the first. */
  selectedId?: string;
  onSelect?: (id: string) => void;
  /** Keeps the tabs in one line below the page's header; where they don't fit, they scroll. */
  isScrolling?: boolean;
};

/** Shows one panel at a time, the first by default. Arrow keys, Home and End move between tabs. */
export function Tabs({ label, tabs, selectedId, onSelect, isScrolling = false }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [ownId, setOwnId] = useState(tabs[0].id);
  const selected = tabs.find((tab) => tab.id === (selectedId ?? ownId)) ?? tabs[0];
  useEffect(() => {
    const tab = document.getElementById(`${id}-tab-${selected.id}`);
    // Not scrollIntoView(), which would also scroll the page.
    if (list.current && tab)
      list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [id, selected.id]);
  function select(tab: Tab | undefined) {
    if (!tab || tab === selected) return;
    setOwnId(tab.id);
    onSelect?.(tab.id);
  }
  function handleKey(event: KeyboardEvent) {
    const next = nextIndex(event.key, tabs.indexOf(selected), tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    select(tabs[next]);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  }
  return (
    <div className={classNames(styles.tabs, isScrolling && styles.scrolling)}>
      <div className={styles.bar}>
        <div ref={list} className={styles.list} role="tablist" aria-label={label}>
          {tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${id}-tab-${tab.id}`}
              className={styles.tab}
              aria-selected={tab === selected}
              aria-controls={tab === selected ? `${id}-panel` : undefined}
              tabIndex={tab === selected ? 0 : -1}
              onClick={() => select(tab)}
              onKeyDown={handleKey}
            >
              {tab.label}
            </button>
          ))}
        </div>
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        className={styles.panel}
        aria-labelledby={`${id}-tab-${selected.id}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a panel without controls must be reachable for scrolling and reading
        tabIndex={0}
      >
        {/* The key keeps two panels of the same component from sharing state. */}
        <Fragment key={selected.id}>{selected.panel}</Fragment>
      </div>
    </div>
  );
}

/** The index a key moves to, wrapping at the ends; undefined for other keys. */
function nextIndex(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (current + 1) % count;
    case 'ArrowLeft':
      return (current + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
