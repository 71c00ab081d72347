import { deletePicture, updatePicture } from '@waygate/contract/picture-library/picture-library.endpoints';
import {
  type LibraryPicture,
  type PictureChanges,
  UNUSED_PICTURE_DAYS,
} from '@waygate/contract/picture-library/picture-library.schemas';
import { pageAddress, removePicture } from '#features/media/media.ts';
import { asStaff, audited, changedFields, type Staff, unchanged } from '#features/staff/staff.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { conflict, notFound } from '#platform/errors/app-error.ts';
import { cutPage, withOneMore } from '#platform/db/paging/read-page.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import {
  type PictureFilter,
  selectPictureForChange,
  selectPictures,
  selectUsesOf,
  updatePictureDetails,
} from './picture-library.queries.ts';
import { presentPicture, presentPlace } from './picture-library.presenter.ts';

const MISSING = 'There is no such picture. Somebody may have deleted it.';
const WANTED = 'This picture is used, kept or in a draft, so it stays. Look at where it is used.';
const RECENT = `Somebody else may be writing with this picture, so it stays for ${UNUSED_PICTURE_DAYS} days after its upload.`;

type PictureList = { pictures: LibraryPicture[]; before: string | null };

/** A page of the library, the last upload first. */
export async function readPictures(db: Db, viewer: Viewer, filter: PictureFilter): Promise<PictureList> {
  const window = { offset: 0, limit: filter.limit };
  const found = await selectPictures(db, { ...filter, ...withOneMore(window) });
  const { rows: shown, end } = cutPage(found, window);
  const uses = await selectUsesOf(
    db,
    shown.map(({ name }) => name),
  );
  const byPicture = Map.groupBy(uses, ({ picture }) => picture);
  const last = shown.at(-1);
  return {
    pictures: shown.map((picture) => presentPicture(viewer, picture, byPicture.get(picture.name) ?? [])),
    before: last && end === undefined ? presentPlace(last) : null,
  };
}

/** @throws notFound for a picture that is no longer in the library */
export function changePicture(
  db: Database,
  staff: Staff,
  { name, changes }: { name: string; changes: PictureChanges },
): Promise<void> {
  return asStaff(db, staff, updatePicture.access, async ({ tx }) => {
    const known = await selectPictureForChange(tx, name);
    if (!known) throw notFound(MISSING);
    const details = { alt: changes.alt ?? known.alt, isKept: changes.isKept ?? known.isKept };
    const changed = changedFields(known, details);
    if (Object.keys(changed.after).length === 0) return unchanged();
    await updatePictureDetails(tx, name, details);
    return audited({ kind: 'image.update', target: targetOf(name), ...changed });
  });
}

/** @throws notFound; conflict while the picture is wanted, or somebody else uploaded it recently */
export function dropFromLibrary(
  { db, jobs }: { db: Database; jobs: Jobs },
  staff: Staff,
  name: string,
): Promise<void> {
  return asStaff(db, staff, deletePicture.access, async ({ tx, viewer }) => {
    const outcome = await removePicture(tx, jobs, { name, staffId: viewer.accountId });
    if (outcome === 'missing') throw notFound(MISSING);
    if (outcome === 'recent') throw conflict(RECENT);
    if (outcome === 'wanted') throw conflict(WANTED);
    return audited({ kind: 'image.delete', target: targetOf(name) });
  });
}

/** As the entry of its upload has it. */
function targetOf(name: string): string {
  return pageAddress(`/media/${name}`);
}
