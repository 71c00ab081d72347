import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from './Button.tsx';

afterEach(cleanup);

describe('a busy button', () => {
  it('keeps the focus and does nothing when it is pressed', async () => {
    const onClick = vi.fn<() => void>();
    const view = render(<Button onClick={onClick}>Save</Button>);
    const button = screen.getByRole<HTMLButtonElement>('button');
    await userEvent.click(button);
    view.rerender(
      <Button onClick={onClick} isBusy>
        Save
      </Button>,
    );
    // A browser takes the focus from what is `disabled`; happy-dom does not.
    expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, 'true']);
    expect(document.activeElement).toBe(button);
    await userEvent.click(button);
    await userEvent.keyboard('{Enter}');
    expect(onClick).toHaveBeenCalledOnce();
  });

  it('submits no form, not even by Enter in a field', async () => {
    const onSubmit = vi.fn<() => void>();
    render(
      <form onSubmit={onSubmit}>
        <input aria-label="Name" />
        <Button type="submit" isBusy>
          Save
        </Button>
      </form>,
    );
    await userEvent.click(screen.getByRole('button'));
    await userEvent.type(screen.getByLabelText('Name'), 'Aria{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
  });
});
