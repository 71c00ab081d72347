import { ChevronDown, Menu, Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { ADMIN_PAGES } from '@waygate/contract/site/admin-pages';
import type { AdminCategory } from '#features/admin/sections.ts';
import { useTaskCounts } from '#features/admin/use-today.ts';
import styles from './AdminMenu.module.css';

const TODAY = { label: ADMIN_PAGES.today.title, path: ADMIN_PAGES.today.path };

/** A longer number has no place in the menu. */
const MOST_COUNTED = 99;

/** The left menu; on small screens a bar that opens it. */
export function AdminMenu({ categories, onSearch }: { categories: AdminCategory[]; onSearch: () => void }) {
  const id = useId();
  const { key, pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  // Tied to a history entry, so that every navigation closes it.
  const [openAt, setOpenAt] = useState('');
  const isOpen = openAt === key;
  const counts = useTaskCounts();
  const waiting = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const current = [TODAY, ...categories.flatMap(({ sections }) => sections)].find(({ path }) =>
    isBelow(pathname, path),
  );
  useLinkInView(menu, current?.path);
  const closeOnEscape = ({ key: pressed }: KeyboardEvent) => {
    if (pressed !== 'Escape' || !isOpen) return;
    setOpenAt('');
    toggle.current?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only handles events that bubble up from its links and buttons
    <nav ref={menu} aria-label="Admin" className={styles.menu} onKeyDown={closeOnEscape}>
      <div className={styles.top}>
        <button
          ref={toggle}
          type="button"
          className={styles.bar}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpenAt(isOpen ? '' : key)}
        >
          <Menu aria-hidden size={20} />
          <span className="visually-hidden">Admin sections: </span>
          {current?.label ?? 'Admin'}
          <ChevronDown aria-hidden size={18} className={styles.chevron} />
        </button>
        <button
          type="button"
          className={styles.search}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={onSearch}
        >
          <Search aria-hidden size={18} />
          <span>Search</span>
          <kbd aria-hidden>Ctrl K</kbd>
        </button>
      </div>
      <div id={id} className={styles.categories} data-open={isOpen}>
        <MenuLink entry={TODAY} count={waiting} />
        {categories.map((category) => (
          <Category key={category.label} category={category} counts={counts} />
        ))}
      </div>
    </nav>
  );
}

/** A category that collapses; all are expanded at first. */
function Category({ category, counts }: { category: AdminCategory; counts: Record<string, number> }) {
  const { label, sections } = category;
  const id = useId();
  const [isOpen, setIsOpen] = useState(true);
  return (
    <div className={styles.category}>
      <button
        type="button"
        className={styles.heading}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {label}
        <ChevronDown aria-hidden size={16} className={styles.chevron} />
      </button>
      <ul id={id} hidden={!isOpen}>
        {sections.map((section) => (
          <li key={section.id}>
            <MenuLink entry={section} count={counts[section.id] ?? 0} />
          </li>
        ))}
      </ul>
    </div>
  );
}

type MenuLinkProps = {
  entry: { label: string; path: string };
  /** How many tasks wait behind it. */
  count: number;
};

function MenuLink({ entry: { label, path }, count }: MenuLinkProps) {
  const { pathname } = useLocation();
  return (
    <Link to={path} className={styles.link} aria-current={isBelow(pathname, path) ? 'page' : undefined}>
      {label}
      {count > 0 && (
        <span className={styles.count}>
          {count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}
          <span className="visually-hidden"> waiting</span>
        </span>
      )}
    </Link>
  );
}

/** Scrolls the menu, and never the page, until the link to this path is in view. */
function useLinkInView(menu: RefObject<HTMLElement | null>, path: string | undefined): void {
  useEffect(() => {
    const frame = menu.current?.getBoundingClientRect();
    const link = menu.current?.querySelector(`a[href="${path}"]`)?.getBoundingClientRect();
    if (!frame || !link || (link.top >= frame.top && link.bottom <= frame.bottom)) return;
    menu.current?.scrollBy(0, link.top + link.height / 2 - frame.top - frame.height / 2);
  }, [menu, path]);
}

/** A section, or a page below it. */
function isBelow(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}
