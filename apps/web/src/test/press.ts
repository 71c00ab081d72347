import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Presses the button of that name once it is there. */
export async function press(name: string | RegExp): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }));
}
