import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FormEvent } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pass, useSetClock } from '#test/set-clock.ts';
import { CheckboxField } from '#ui/admin/fields/CheckboxField.tsx';
import { DateTimeField } from '#ui/admin/fields/DateTimeField.tsx';
import { fromLocalInput, toLocalInput } from '#ui/admin/fields/local-date-time.ts';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';
import { TextArea } from '#ui/admin/fields/TextArea.tsx';
import { Toasts } from '#ui/admin/Toasts.tsx';
import { useToast } from '#ui/admin/use-toast.ts';
import { TextField } from '#ui/TextField.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { FormDialog } from './FormDialog.tsx';

afterEach(cleanup);

type Given = Partial<Parameters<typeof FormDialog>[0]> & { fault?: string };

const onClose = vi.fn<() => void>();
const onSubmit = vi.fn<(form: FormData) => void>();

const form = ({ fault, ...given }: Given = {}) => (
  <FormDialog
    title="Edit user"
    submitLabel="Save"
    isBusy={false}
    error=""
    onSubmit={onSubmit}
    onClose={onClose}
    {...given}
  >
    <TextField label="Name" name="userName" defaultValue="Aria" error={fault} />
    <SelectField
      label="Kind"
      name="kind"
      options={[
        { value: 'a', label: 'A kind' },
        { value: 'b', label: 'Another' },
      ]}
    />
    <TextArea label="Reason" name="reason" hint="Told to the player." />
    <CheckboxField label="Confirmed" name="isConfirmed" />
  </FormDialog>
);

const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const escape = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));

describe('a form in a window', () => {
  beforeEach(() => {
    onClose.mockClear();
    onSubmit.mockClear();
  });

  it('hands over what was entered', async () => {
    render(form());
    await userEvent.clear(screen.getByLabelText('Name'));
    await userEvent.type(screen.getByLabelText('Name'), 'Bryn');
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Another');
    await userEvent.type(screen.getByLabelText('Reason'), 'Because');
    await userEvent.click(screen.getByLabelText('Confirmed'));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const entered = onSubmit.mock.lastCall?.[0];
    expect(entered && Object.fromEntries(entered)).toEqual({
      userName: 'Bryn',
      kind: 'b',
      reason: 'Because',
      isConfirmed: 'on',
    });
  });

  it('closes at once when nothing was changed', () => {
    render(form());
    escape();
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('asks before changes are lost, by Escape, by its button and by Cancel', async () => {
    render(form());
    await userEvent.type(screen.getByLabelText('Name'), '!');
    escape();
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByText('You have unsaved changes. Discard them?')).toBeDefined();
    expect(document.activeElement?.textContent).toBe('Keep editing');
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Aria!');
    await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('asks for changes that no field has reported', () => {
    render(form({ isDirty: true }));
    escape();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('lets the browser ask before the page goes away, while there is something to lose', async () => {
    const { unmount } = render(form());
    expect(leave()).toBe(false);
    await userEvent.type(screen.getByLabelText('Name'), '!');
    expect(leave()).toBe(true);
    unmount();
    expect(leave()).toBe(false);
  });

  it('cannot be changed, closed or sent twice while it is saved', async () => {
    render(form({ isBusy: true }));
    expect(screen.getByLabelText<HTMLInputElement>('Name').closest('fieldset')?.disabled).toBe(true);
    escape();
    // As a browser does for Enter, whatever is disabled.
    screen.getByLabelText<HTMLInputElement>('Name').form?.requestSubmit();
    expect(onClose).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('says what went wrong, and puts the focus into the field that is', () => {
    const { rerender } = render(form({ isBusy: true }));
    rerender(form({ error: 'Username and Email are required.', fault: 'Please give a name.' }));
    expect(screen.getByRole('alert').textContent).toBe('Username and Email are required.');
    const name = screen.getByLabelText('Name');
    expect(document.activeElement).toBe(name);
    expect(name.getAttribute('aria-invalid')).toBe('true');
  });

  it('stays open when the browser closes it on its own', () => {
    render(form({ isDirty: true }));
    const dialog = screen.getByRole<HTMLDialogElement>('dialog');
    dialog.close();
    fireEvent(dialog, new Event('close'));
    expect(dialog.open).toBe(true);
  });
});

describe('a question', () => {
  it('is answered by its button, or by closing', async () => {
    const onConfirm = vi.fn<() => void>();
    const close = vi.fn<() => void>();
    render(
      <ConfirmDialog title="Delete article" confirmLabel="Delete" onConfirm={onConfirm} onClose={close}>
        Delete 'Ember'?
      </ConfirmDialog>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect([onConfirm.mock.calls.length, close.mock.calls.length]).toEqual([1, 1]);
  });

  it('waits while it is carried out, and says what failed', () => {
    const close = vi.fn<() => void>();
    render(
      <ConfirmDialog
        title="Delete article"
        confirmLabel="Delete"
        isBusy
        error="Failed to delete article."
        onConfirm={() => {}}
        onClose={close}
      >
        Delete 'Ember'?
      </ConfirmDialog>,
    );
    escape();
    expect(close).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('alert').textContent).toBe('Failed to delete article.');
  });
});

describe('a date and time', () => {
  it('keeps its seconds from the API and back', () => {
    const iso = '2026-12-24T18:05:09.000Z';
    expect(toLocalInput(iso)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:09$/);
    expect(fromLocalInput(toLocalInput(iso))).toBe(iso);
    expect(['', null, undefined, 'never'].map((value) => toLocalInput(value))).toEqual(['', '', '', '']);
    expect(fromLocalInput('')).toBe('');
  });

  it("is entered in the visitor's zone and handed over in UTC", () => {
    const onChange = vi.fn<(iso: string) => void>();
    render(<DateTimeField label="End" name="end" value="" onChange={onChange} />);
    fireEvent.change(screen.getByLabelText('End'), { target: { value: '2026-12-24T18:05:09' } });
    expect(onChange).toHaveBeenCalledWith(new Date('2026-12-24T18:05:09').toISOString());
    expect(screen.getByText(/^In your time zone, /)).toBeDefined();
  });

  it('keeps its form from being saved while it is half typed', () => {
    const onSave = vi.fn<(event: FormEvent) => void>((event) => event.preventDefault());
    render(
      <form noValidate onSubmit={onSave}>
        <DateTimeField label="End" name="end" value="" onChange={vi.fn<(iso: string) => void>()} />
        <button type="submit">Save</button>
      </form>,
    );
    const input = screen.getByLabelText<HTMLInputElement>('End');
    const save = screen.getByRole('button', { name: 'Save' });
    let badInput = true;
    Object.defineProperty(input, 'validity', { get: () => ({ badInput }) });
    fireEvent.blur(input);
    expect(screen.getByText('Please complete the date and time.')).toBeDefined();
    fireEvent.click(save);
    expect([onSave.mock.calls.length, document.activeElement]).toEqual([0, input]);
    badInput = false;
    fireEvent.blur(input);
    expect(screen.queryByText('Please complete the date and time.')).toBeNull();
    fireEvent.click(save);
    expect(onSave).toHaveBeenCalledOnce();
  });
});

function Teller() {
  const toast = useToast();
  return (
    <>
      <button type="button" onClick={() => toast('User updated successfully!')}>
        Save
      </button>
      <button type="button" onClick={() => toast('Update failed.', 'error')}>
        Fail
      </button>
    </>
  );
}

const open = () =>
  render(
    <Toasts>
      <Teller />
    </Toasts>,
  );

describe('a toast', () => {
  useSetClock();

  it('is announced politely by a region that was there before, and goes by itself', async () => {
    open();
    const region = screen.getByRole('log', { name: 'Messages' });
    expect(region.getAttribute('aria-live')).toBe('polite');
    expect(region.textContent).toBe('');
    fireEvent.click(screen.getByText('Save'));
    expect(region.textContent).toBe('User updated successfully!');
    // The region announces it; a second role would do so twice.
    expect(screen.queryByRole('status')).toBeNull();
    await pass(6000);
    expect(region.textContent).toBe('');
  });

  it('stays while it is pointed at, and goes when it is dismissed', async () => {
    open();
    fireEvent.click(screen.getByText('Fail'));
    const text = screen.getByText('Update failed.');
    fireEvent.pointerEnter(text);
    await pass(60_000);
    expect(text.isConnected).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(text.isConnected).toBe(false);
  });

  it('leaves room for a few others only', () => {
    open();
    for (let count = 0; count < 9; count += 1) fireEvent.click(screen.getByText('Save'));
    expect(screen.getAllByText('User updated successfully!')).toHaveLength(4);
  });
});
