import {
  deletePicture,
  listPictures,
  updatePicture,
} from '@waygate/contract/picture-library/picture-library.endpoints';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { changePicture, dropFromLibrary, readPictures } from './picture-library.service.ts';

/** The uploaded pictures, for everybody who writes texts with them. */
export function pictureLibraryRoutes(route: Route, { db, jobs }: { db: Database; jobs: Jobs }): void {
  route(listPictures, ({ query, viewer }) => readPictures(db, viewer, query));

  route(updatePicture, ({ params, body, viewer, address }) =>
    changePicture(db, { viewer, address }, { name: params.name, changes: body }),
  );

  route(deletePicture, ({ params, viewer, address }) =>
    dropFromLibrary({ db, jobs }, { viewer, address }, params.name),
  );
}
