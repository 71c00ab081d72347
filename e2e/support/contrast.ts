import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';

type Colour = readonly [red: number, green: number, blue: number];

/** A line of text in the window: its box in pixels, its colour, and the contrast that WCAG 2.2 asks for. */
type Line = {
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
  colour: Colour;
  opacity: number;
  least: number;
};

/** Of the pixels behind a line, this share may be worse: a star behind one letter makes no text unreadable. */
const IGNORED_SHARE = 0.01;

/** Measures the contrast of every line of text in the window against the pixels that are behind it. */
export async function expectReadableText(page: Page, where: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const lines = await page.evaluate(findLines);
  await page.evaluate(hideText);
  // Nothing that Playwright would add as a style, which the portal's policy refuses.
  const picture = await page.screenshot({ caret: 'initial', scale: 'css' });
  await page.evaluate(showText);
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const faint = lines
    .map((line) => ({ line, contrast: contrastOf(line, { data, width: info.width, height: info.height }) }))
    .filter(({ line, contrast }) => contrast < line.least)
    .map(({ line, contrast }) => `'${line.text}': ${contrast.toFixed(2)} instead of ${line.least}`);
  expect(lines.length, `lines of text on ${where}`).toBeGreaterThan(0);
  expect(faint, `text that is too faint on ${where}`).toEqual([]);
}

function contrastOf(line: Line, picture: { data: Buffer; width: number; height: number }): number {
  const [left, right] = [Math.max(0, line.left), Math.min(picture.width, line.right)];
  const [top, bottom] = [Math.max(0, line.top), Math.min(picture.height, line.bottom)];
  // Behind a line there are few colours, often one: each is mixed once.
  const pixelsOf = new Map<number, number>();
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const colour = picture.data.readUIntBE((y * picture.width + x) * 3, 3);
      pixelsOf.set(colour, (pixelsOf.get(colour) ?? 0) + 1);
    }
  }
  const contrasts = [...pixelsOf].map(([colour, pixels]) => {
    const behind: Colour = [colour >> 16, (colour >> 8) & 255, colour & 255];
    return { pixels, contrast: between(mix(line, behind), behind) };
  });
  contrasts.sort((a, b) => a.contrast - b.contrast);
  let ignored = Math.floor(Math.max(0, (right - left) * (bottom - top)) * IGNORED_SHARE);
  for (const { pixels, contrast } of contrasts) {
    if (ignored < pixels) return contrast;
    ignored -= pixels;
  }
  return Infinity;
}

function mix({ colour, opacity }: Line, behind: Colour): Colour {
  const part = (index: 0 | 1 | 2) => colour[index] * opacity + behind[index] * (1 - opacity);
  return [part(0), part(1), part(2)];
}

/** The contrast ratio of WCAG 2.2. */
function between(one: Colour, other: Colour): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const linear = (value: number) => (value <= 10.3 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);

function luminance([red, green, blue]: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Runs in the page. A gradient in the shape of letters is their background. */
function hideText(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '* { color: transparent !important; text-shadow: none !important; transition: none !important; }',
  );
  document.adoptedStyleSheets.push(sheet);
  for (const element of document.querySelectorAll<HTMLElement>('main *, header *')) {
    if (getComputedStyle(element).backgroundClip === 'text') element.style.visibility = 'hidden';
  }
}

/** Runs in the page. */
function showText(): void {
  document.adoptedStyleSheets.pop();
  for (const element of document.querySelectorAll<HTMLElement>('[style*="visibility"]'))
    element.style.removeProperty('visibility');
}

// Runs in the page, so that nothing of this module is in reach.
/* oxlint-disable unicorn/consistent-function-scoping */
/** Text that is hidden, covered, disabled or for the ear alone doesn't count. */
function findLines(): Line[] {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!canvas) throw new Error('This browser has no canvas.');
  const toPixel = (colour: string) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data;
  };
  const darkest = (colours: Uint8ClampedArray[]) =>
    colours.reduce((one, other) => ((one[1] ?? 0) < (other[1] ?? 0) ? one : other));
  const opacityOf = (element: Element | null): number =>
    element ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1;
  const isSeen = (element: Element, { left, top, width, height }: DOMRect) => {
    if (width < 2 || height < 2) return false;
    // From its upper to its lower edge: half a line may be below the header.
    return [1, height / 2, height - 1].every((down) => {
      const met = document.elementFromPoint(left + width / 2, top + down);
      return met !== null && (element.contains(met) || met.contains(element));
    });
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const lines: Line[] = [];
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const element = node.parentElement;
    if (!element || !node.textContent?.trim() || element.closest('[aria-hidden="true"], :disabled, svg'))
      continue;
    // For the ear alone.
    if (element.getBoundingClientRect().width < 2) continue;
    const style = getComputedStyle(element);
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const stops = style.backgroundClip === 'text' ? style.backgroundImage.match(/\w+\([^()]*\)/g) : null;
    const [red = 0, green = 0, blue = 0, alpha = 0] = stops
      ? darkest(stops.map(toPixel))
      : toPixel(style.color);
    const opacity = (alpha / 255) * opacityOf(element);
    // Labels that appear when they are pointed at.
    if (opacity < 0.05) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (!isSeen(element, box)) continue;
      lines.push({
        text: node.textContent.trim().slice(0, 40),
        left: Math.round(box.left),
        top: Math.round(box.top),
        right: Math.round(box.right),
        bottom: Math.round(box.bottom),
        colour: [red, green, blue],
        opacity,
        least: isLarge ? 3 : 4.5,
      });
    }
  }
  return lines;
}
