import { fileOf } from '#test/forms.ts';
import { twoColours } from '#test/pictures.ts';
import { onRecord, type StaffWriteCase } from '#test/staff-writes.ts';

export const STAFF_WRITES: StaffWriteCase[] = [
  onRecord('uploadImage', 'uploads a picture', async () => ({ form: { image: fileOf(await twoColours()) } })),
];
