import { createOwner } from '#test/account-journeys.ts';
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
  onRecord('savePatchNoteDraft', 'keeps unsaved changes of a patch note', async (shop) => ({
    ...(await ofCreated('content/patchnotes', 'id', patchNote)(shop)),
    body: { changes: { title: 'Later' }, revision: 1 },
  })),
  onRecord(
    'deletePatchNoteDraft',
    'discards unsaved changes of a patch note',
    ofCreated('content/patchnotes', 'id', patchNote),
  ),
  onRecord('restorePatchNoteRevision', 'restores a revision of a patch note', async (shop) => {
    const { id } = await ofCreated('content/patchnotes', 'id', patchNote)(shop);
    const { token } = await createOwner(shop);
    const body = { ...patchNote, title: 'Later' };
    await shop.call('PUT', `/admin/content/patchnotes/${id}`, { token, body });
    return { params: { id: String(id), revision: '1' }, body: {} };
  }),
];
