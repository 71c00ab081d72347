import { Component } from 'react';
import { createPath, type Location } from 'react-router';

type ScrollPositionProps = { location: Location };

/** The first script of `index.html` names it too. */
const STORAGE_KEY = 'scroll-positions';

/**
 * Keeps the scroll position of each history entry and restores it. A new page starts at its top, or at the place that
 * the address names; a page whose query alone changes stays where it is. A class, because only these can read the
 * position before React changes the page.
 */
export class ScrollPosition extends Component<ScrollPositionProps> {
  positions = readPositions();

  override componentDidMount(): void {
    this.onPageShow();
    window.addEventListener('pageshow', this.onPageShow);
    window.addEventListener('pagehide', this.onPageHide);
    const position = this.positions[entryOf(this.props.location)];
    if (position !== undefined) window.scrollTo(0, position);
  }

  override componentWillUnmount(): void {
    window.removeEventListener('pageshow', this.onPageShow);
    window.removeEventListener('pagehide', this.onPageHide);
    window.history.scrollRestoration = 'auto';
  }

  override getSnapshotBeforeUpdate({ location }: ScrollPositionProps): null {
    if (location !== this.props.location) this.positions[entryOf(location)] = window.scrollY;
    return null;
  }

  override componentDidUpdate({ location: last }: ScrollPositionProps): void {
    const { location } = this.props;
    if (last === location) return;
    const position = this.positions[entryOf(location)];
    if (position !== undefined) return window.scrollTo(0, position);
    const place = location.hash === '' ? null : document.getElementById(idOf(location.hash));
    if (place) return place.scrollIntoView();
    if (last.pathname !== location.pathname || last.search === location.search) window.scrollTo(0, 0);
  }

  override render(): null {
    return null;
  }

  /** Also after the browser has kept the whole page. */
  onPageShow = () => {
    window.history.scrollRestoration = 'manual';
  };

  onPageHide = () => {
    this.positions[entryOf(this.props.location)] = window.scrollY;
    writePositions(this.positions);
    window.history.scrollRestoration = 'auto';
  };
}

/** The first entry of every document has the same key, so the address tells them apart. */
function entryOf(location: Location): string {
  return location.key + createPath(location);
}

function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

function readPositions(): Record<string, number> {
  try {
    // Written by this page.
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

function writePositions(positions: Record<string, number>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(positions));
  } catch {
    // Storage is disabled or full: the next page starts at its top.
  }
}
