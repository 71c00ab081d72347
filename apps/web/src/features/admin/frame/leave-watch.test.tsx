import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Link } from 'react-router';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { renderAdmin } from '#test/render-admin.tsx';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { TextField } from '#ui/TextField.tsx';

// Pages are reached by steps, and happy-dom has nothing to scroll.
beforeAll(() => {
  window.scrollTo = () => {};
});

/** A list whose records are changed in a window. */
function EditorPage({ isBusy = false }: { isBusy?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <h1>Editor</h1>
      <Link to="?page=2">Page 2</Link>
      <button type="button" onClick={() => setIsOpen(true)}>
        Edit
      </button>
      {isOpen && (
        <FormDialog
          title="Edit user"
          submitLabel="Save"
          isBusy={isBusy}
          error=""
          onSubmit={() => {}}
          onClose={() => setIsOpen(false)}
        >
          <TextField label="Name" name="userName" defaultValue="Aria" />
        </FormDialog>
      )}
    </>
  );
}

type View = ReturnType<typeof renderAdmin>;

/** Opens the editor from another page and its dialog. */
async function openWindow(editor = <EditorPage />): Promise<View> {
  const view = renderAdmin({
    pages: { '/admin/start': <Link to="/admin/editor">To the editor</Link>, '/admin/editor': editor },
    at: '/admin/start',
  });
  await userEvent.click(await screen.findByText('To the editor'));
  await userEvent.click(await screen.findByText('Edit'));
  return view;
}

const dialog = () => within(screen.getByRole('dialog', { name: 'Edit user' }));
const name = () => dialog().getByLabelText<HTMLInputElement>('Name');
const stepBack = ({ router }: View) => router.navigate(-1);
const placeOf = ({ router }: View) => router.state.location.pathname + router.state.location.search;

describe('a step back from an open window', () => {
  let view: View;
  beforeEach(async () => {
    view = await openWindow();
  });

  it('goes back when nothing was changed', async () => {
    await stepBack(view);
    expect(await screen.findByText('To the editor')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks when something was, and keeps it', async () => {
    await userEvent.type(name(), '!');
    await stepBack(view);
    expect(await dialog().findByText('You have unsaved changes. Discard them?')).toBeDefined();
    await userEvent.click(dialog().getByRole('button', { name: 'Keep editing' }));
    expect(name().value).toBe('Aria!');
    expect(placeOf(view)).toBe('/admin/editor');
    await stepBack(view);
    expect(await dialog().findByText('You have unsaved changes. Discard them?')).toBeDefined();
  });

  it('goes back when that is not wanted any more', async () => {
    await userEvent.type(name(), '!');
    await stepBack(view);
    await userEvent.click(await dialog().findByRole('button', { name: 'Discard changes' }));
    expect(await screen.findByText('To the editor')).toBeDefined();
    expect(placeOf(view)).toBe('/admin/start');
  });

  it('asks only once for the window that was closed and the page that is left later', async () => {
    await userEvent.type(name(), '!');
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Discard changes' }));
    await stepBack(view);
    expect(await screen.findByText('To the editor')).toBeDefined();
  });

  it('closes the window over another page of the same list', async () => {
    await userEvent.type(name(), '!');
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Discard changes' }));
    await userEvent.click(screen.getByText('Page 2'));
    await userEvent.click(screen.getByText('Edit'));
    await userEvent.type(name(), '?');
    await stepBack(view);
    await userEvent.click(await dialog().findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(placeOf(view)).toBe('/admin/editor'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('nothing is left while it is saved', async () => {
  const view = await openWindow(<EditorPage isBusy />);
  const form = name().closest('form');
  // As if it had been entered a moment before.
  act(() => void form?.dispatchEvent(new Event('input', { bubbles: true })));
  await stepBack(view);
  expect(placeOf(view)).toBe('/admin/editor');
  expect(dialog().queryByText('You have unsaved changes. Discard them?')).toBeNull();
});
