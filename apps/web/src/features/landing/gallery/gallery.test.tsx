import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HOME } from '#test/home.ts';
import { Gallery } from './Gallery.tsx';
import { shownPicture } from './gallery.rules.ts';

const NAMES = ['castle', 'harbour', 'mine', 'bridge', 'gate'];
const WIDTH = 300;

let scrolled = 0;
/** How many pictures the row shows at once. */
let seen = 1;

beforeEach(() => {
  scrolled = 0;
  seen = 1;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function place(this: Element) {
    const index = this.matches('li') ? [...(this.parentElement?.children ?? [])].indexOf(this) : -1;
    return index < 0
      ? new DOMRect(0, 0, seen * WIDTH, 200)
      : new DOMRect(index * WIDTH - scrolled, 0, WIDTH, 200);
  });
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(function width(this: HTMLElement) {
    return this.matches('li') ? WIDTH : seen * WIDTH;
  });
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function moveTo(this: Element) {
    scrollTo([...document.querySelectorAll('li')].findIndex((picture) => picture.contains(this)));
  });
  return () => {
    cleanup();
    vi.useRealTimers();
    vi.restoreAllMocks();
    delete (HTMLElement.prototype as { onscrollend?: null }).onscrollend;
  };
});

const row = () => screen.getByRole('list', { name: 'Pictures of the game' });
const button = (name: string) => screen.getByRole('button', { name: `The ${name}` });
/** The one in the tab order. */
const current = () => row().querySelector('[tabindex="0"] img')?.getAttribute('alt');
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const shown = () => screen.getByRole('dialog').textContent;
const user = userEvent.setup();

function renderGallery() {
  const [like] = HOME.gallery;
  if (!like) throw new Error('There is no picture.');
  const pictures = NAMES.map((name) => ({
    ...like,
    imageUrl: `/api/media/${name}.webp`,
    alt: `The ${name}`,
  }));
  render(<Gallery pictures={pictures} />);
}

/** As a finger or the style sheet moves the row, as far as it goes. */
function scrollTo(index: number): void {
  scrolled = Math.min(index, NAMES.length - seen) * WIDTH;
  fireEvent(row(), new Event('scrollend'));
}

/** Draws the large picture to the side. Returns how far it follows. */
function draw(fromX: number, toX: number, pointer = 'touch'): string {
  const picture = screen.getByRole('dialog').querySelector('img');
  if (!picture) throw new Error('There is no large picture.');
  const at = (clientX: number) => ({ clientX, isPrimary: true, pointerType: pointer });
  fireEvent.pointerDown(picture, at(fromX));
  fireEvent.pointerMove(picture, at(toX));
  const followed = picture.style.translate;
  fireEvent.pointerUp(picture, at(toX));
  return followed;
}

describe('the row of pictures', () => {
  beforeEach(() => void Object.assign(HTMLElement.prototype, { onscrollend: null }));

  it('moves by arrow keys, Home and End', async () => {
    renderGallery();
    button('castle').focus();
    const reached = [];
    for (const key of ['ArrowRight', 'End', 'ArrowRight', 'ArrowLeft', 'Home']) {
      await user.keyboard(`{${key}}`);
      reached.push(document.activeElement?.querySelector('img')?.alt);
    }
    expect(reached).toEqual(['The harbour', 'The gate', 'The castle', 'The gate', 'The castle']);
  });

  it('goes on from the picture it was swiped to, for arrows and Tab alike', async () => {
    renderGallery();
    act(() => scrollTo(3));
    expect(current()).toBe('The bridge');
    await press('Next picture');
    expect([current(), scrolled]).toEqual(['The gate', 4 * WIDTH]);
    await press('Next picture');
    expect(current()).toBe('The gate');
    await press('Previous picture');
    expect(current()).toBe('The bridge');
  });

  it('has no arrow press without effect where several pictures are seen', async () => {
    seen = 3;
    renderGallery();
    for (const start of [1, 2, 2]) {
      await press('Next picture');
      expect(scrolled).toBe(start * WIDTH);
    }
    await press('Previous picture');
    expect(scrolled).toBe(WIDTH);
  });

  it('keeps the chosen picture at its end, where the last ones never reach the start', async () => {
    seen = 3;
    renderGallery();
    button('castle').focus();
    await user.keyboard('{End}');
    expect([current(), scrolled]).toEqual(['The gate', 2 * WIDTH]);
  });
});

it('waits until a row stands still in browsers that do not report the end of scrolling', async () => {
  vi.useFakeTimers();
  renderGallery();
  scrolled = 2 * WIDTH;
  fireEvent.scroll(row());
  expect(current()).toBe('The castle');
  act(() => void vi.advanceTimersByTime(200));
  expect(current()).toBe('The mine');
});

describe('the large picture', () => {
  it('is followed by others by key, button and swipe', async () => {
    renderGallery();
    await user.click(button('harbour'));
    expect(await screen.findByRole('dialog', { name: 'The harbour' })).toBeDefined();
    await press('Next');
    expect(shown()).toContain('3 of 5');
    screen.getByRole('button', { name: 'Close' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(shown()).toContain('4 of 5');
    expect(draw(200, 90)).toBe('-110px');
    expect(shown()).toContain('5 of 5');
    draw(90, 200);
    expect(shown()).toContain('4 of 5');
  });

  it('stays for a tap, a mouse, and where the browser takes the gesture', async () => {
    renderGallery();
    await user.click(button('harbour'));
    await screen.findByRole('dialog');
    draw(200, 190);
    draw(200, 20, 'mouse');
    const picture = screen.getByRole('dialog').querySelector('img') as HTMLImageElement;
    fireEvent.pointerDown(picture, { clientX: 200, isPrimary: true, pointerType: 'touch' });
    fireEvent.pointerMove(picture, { clientX: 100 });
    fireEvent.pointerCancel(picture);
    fireEvent.pointerUp(picture, { clientX: 20 });
    expect(picture.style.translate).toBe('');
    expect(shown()).toContain('2 of 5');
  });

  it('leaves the row and the focus at the picture that was seen last', async () => {
    renderGallery();
    await user.click(button('castle'));
    await screen.findByRole('dialog');
    await user.keyboard('{End}');
    await press('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button('gate'));
    expect([current(), scrolled]).toEqual(['The gate', 4 * WIDTH]);
  });
});

it('stands at the picture nearest to the start', () => {
  const spans = [-180, 120, 420].map((left) => ({ left, right: left + 300 }));
  expect(shownPicture({ left: 0, right: 300 }, spans, 0)).toBe(1);
});
