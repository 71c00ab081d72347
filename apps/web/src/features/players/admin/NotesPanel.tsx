import { createNote, deleteNote } from '@waygate/contract/players/players.endpoints';
import { type Note, NOTE_MAX } from '@waygate/contract/players/players.schemas';
import { useState } from 'react';
import { createUuid } from '#api/uuid.ts';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { RecordDialog } from '#features/admin/records/RecordDialog.tsx';
import { useForm } from '#features/admin/records/use-form.ts';
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx';
import { TextArea } from '#ui/admin/fields/TextArea.tsx';
import { Panel } from '#ui/admin/Panel.tsx';
import { Button } from '#ui/Button.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import styles from './NotesPanel.module.css';

const NOTE_KEYS = [['user'], ['audit']];

type NotesPanelProps = { accountId: number; notes: Note[]; count: number };

/** What staff wrote about the player, newest first. */
export function NotesPanel({ accountId, notes, count }: NotesPanelProps) {
  const [isWriting, setIsWriting] = useState(false);
  const [deleted, setDeleted] = useState<Note>();
  return (
    <Panel
      title="Notes by staff"
      actions={
        <Button look="secondary" onClick={() => setIsWriting(true)}>
          Add note
        </Button>
      }
    >
      {notes.length === 0 && <p className={styles.about}>Nobody has written anything about this player.</p>}
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={note.noteId}>
              <p className={styles.text}>{note.text}</p>
              <div className={styles.about}>
                <span>
                  <AccountLink account={note.author} />, <LocalTime value={note.at} />
                </span>
                {note.canDelete && (
                  <Button look="quiet" onClick={() => setDeleted(note)}>
                    Delete<span className="visually-hidden"> the note: {note.text}</span>
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {count > notes.length && (
        <p className={styles.about}>
          These are the newest {notes.length} of {count.toLocaleString()} notes. The timeline has all of them.
        </p>
      )}
      {isWriting && <NoteDialog accountId={accountId} onClose={() => setIsWriting(false)} />}
      {deleted && (
        <DeleteNoteDialog accountId={accountId} note={deleted} onClose={() => setDeleted(undefined)} />
      )}
    </Panel>
  );
}

type DialogProps = { accountId: number; onClose: () => void };

const MISSING = { message: 'Please write something.', fields: { text: 'Please write something.' } };
const findFault = ({ text }: { text: string }) => (text.trim() === '' ? MISSING : undefined);
const blank = () => ({ requestId: createUuid(), text: '' });

function NoteDialog({ accountId, onClose }: DialogProps) {
  const { form, fault, change, noteTry, draft } = useForm(`note of ${accountId}`, blank, findFault, ['text']);
  const { isBusy, error, fieldErrors, submit, reset } = useAdminMutation(createNote, {
    success: 'Note added.',
    failure: "The note couldn't be saved. Try again.",
    invalidates: NOTE_KEYS,
    onSuccess: onClose,
  });
  const save = () => {
    const found = findFault(form);
    noteTry(found);
    if (found) return reset();
    void submit({ params: { id: String(accountId) }, body: form });
  };
  const editing = { save, isBusy, isDirty: form.text !== '', error: fault?.message ?? error, draft };
  return (
    <RecordDialog title="Add note" submitLabel="Add note" editing={editing} onClose={onClose}>
      <TextArea
        label="Note"
        name="text"
        required
        rows={4}
        maxLength={NOTE_MAX}
        hint="For staff only. It can't be changed later; you or an owner can delete it."
        value={form.text}
        error={(fault?.fields ?? fieldErrors).text}
        onChange={({ target }) => change({ requestId: createUuid(), text: target.value })}
      />
    </RecordDialog>
  );
}

function DeleteNoteDialog({ accountId, note: { noteId, text }, onClose }: DialogProps & { note: Note }) {
  const { isBusy, error, submit } = useAdminMutation(deleteNote, {
    success: 'Note deleted.',
    failure: "The note couldn't be deleted. Try again.",
    invalidates: NOTE_KEYS,
    isFailureNews: true,
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title="Delete note"
      confirmLabel="Delete note"
      isBusy={isBusy}
      error={error}
      onConfirm={() => void submit({ params: { id: String(accountId), noteId: String(noteId) } })}
      onClose={onClose}
    >
      <p>This action cannot be undone.</p>
      <blockquote className={styles.text}>{text}</blockquote>
    </ConfirmDialog>
  );
}
