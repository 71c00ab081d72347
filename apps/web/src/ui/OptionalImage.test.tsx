import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OptionalImage } from './OptionalImage.tsx';

// happy-dom loads no pictures and calls them complete all the same.
beforeAll(() => {
  Object.defineProperty(HTMLImageElement.prototype, 'complete', { value: false, configurable: true });
});

afterEach(cleanup);

describe('an optional picture', () => {
  it('is removed when it cannot be loaded', () => {
    const { container } = render(<OptionalImage src="/gone.webp" alt="" />);
    const image = container.querySelector('img');
    expect(image).not.toBeNull();
    // Just seen to be there.
    fireEvent.error(image as HTMLImageElement);
    expect(container.querySelector('img')).toBeNull();
  });

  it('is removed when loading failed before hydration', () => {
    Object.defineProperty(HTMLImageElement.prototype, 'complete', { value: true, configurable: true });
    const { container } = render(<OptionalImage src="/gone.webp" alt="" />);
    expect(container.querySelector('img')).toBeNull();
    Object.defineProperty(HTMLImageElement.prototype, 'complete', { value: false, configurable: true });
  });

  it('is loaded again when its address changes', () => {
    const { container, rerender } = render(<OptionalImage src="/gone.webp" alt="" />);
    // Nothing else is rendered.
    fireEvent.error(container.querySelector('img') as HTMLImageElement);
    rerender(<OptionalImage src="/there.webp" alt="" />);
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/there.webp');
  });
});
