import { ofCreated, onRecord, type StaffWriteCase, withBody } from '#test/staff-writes.ts';

const patchNote = { version: '1.0', title: 'Lanterns', body: 'Light them.', releaseDate: '2026-11-21' };

export const STAFF_WRITES: StaffWriteCase[] = [
  onRecord('createPatchNote', 'creates a patch note', () => withBody(patchNote)),
  onRecord(
    'updatePatchNote',
    'updates a patch note',
    ofCreated('content/patchnotes', 'id', patchNote, { title: 'Later' }),
  ),
  onRecord('deletePatchNote', 'deletes a patch note', ofCreated('content/patchnotes', 'id', patchNote)),
];
