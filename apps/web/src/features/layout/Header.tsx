import { type FocusEvent, type KeyboardEvent, use, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { NewestEntryContext } from '#features/page/pending.ts';
import { paths } from '#features/paths/paths.ts';
import { useSite } from '#features/site/SiteContext.tsx';
import { classNames } from '#ui/class-names.ts';
import { AccountArea } from './AccountArea.tsx';
import styles from './Header.module.css';

const MENU_ID = 'site-menu';

/** Whether the menu of small screens is open. */
export function isMenuOpen(): boolean {
  return document.querySelector(`[aria-controls=${MENU_ID}][aria-expanded=true]`) !== null;
}

/** The bar on top of every page; on small screens its links fold into a menu. */
export function Header({ isOverPicture }: { isOverPicture: boolean }) {
  const { brandName } = useSite();
  const key = use(NewestEntryContext);
  const toggle = useRef<HTMLButtonElement>(null);
  // Tied to a history entry, so that every navigation closes the menu, including back, but a page that arrives late doesn't.
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === key;
  const close = () => {
    // The focused element disappears with the menu.
    if (isOpen) toggle.current?.focus();
    setOpenAt(undefined);
  };
  const closeOnEscape = ({ key: pressed }: KeyboardEvent) => {
    if (pressed === 'Escape') close();
  };
  const closeOnLeave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpenAt(undefined);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only handles events that bubble up from its links and buttons
    <header
      className={classNames(styles.header, isOverPicture && styles.overPicture)}
      onKeyDown={closeOnEscape}
      onBlur={closeOnLeave}
    >
      <div className={styles.bar}>
        <Link to={paths.home} className={styles.logo} onClick={close}>
          <img src="/brand/logo.svg" alt="" width="40" height="40" fetchPriority="low" />
          <span>{brandName}</span>
        </Link>
        <button
          ref={toggle}
          type="button"
          className={styles.toggle}
          aria-label="Menu"
          aria-expanded={isOpen}
          aria-controls={MENU_ID}
          onClick={() => setOpenAt(isOpen ? undefined : key)}
        >
          <span />
        </button>
        <div id={MENU_ID} className={styles.menu} data-open={isOpen}>
          <SiteLinks onFollow={close} />
          <AccountArea onFollow={close} />
        </div>
      </div>
    </header>
  );
}

function SiteLinks({ onFollow }: { onFollow: () => void }) {
  const { communityUrl, launcherHref } = useSite();
  const { pathname } = useLocation();
  const links = {
    [paths.home]: 'Home',
    [paths.news]: 'News',
    [paths.patchNotes]: 'Patch Notes',
    [paths.store]: 'Shop',
  };
  return (
    <nav aria-label="Main">
      <ul className={styles.links}>
        {Object.entries(links).map(([to, label]) => (
          <li key={to}>
            <Link to={to} aria-current={pathname === to ? 'page' : undefined} onClick={onFollow}>
              {label}
            </Link>
          </li>
        ))}
        <li>
          <a href={communityUrl} target="_blank" rel="noopener" onClick={onFollow}>
            Community <span className="visually-hidden">(opens in a new tab)</span>
            <span className={styles.external} aria-hidden />
          </a>
        </li>
        <li>
          <a href={launcherHref} download onClick={onFollow}>
            Download
          </a>
        </li>
      </ul>
    </nav>
  );
}
