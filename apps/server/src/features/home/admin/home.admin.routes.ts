import * as endpoints from '@waygate/contract/home/home.admin.endpoints';
import { selectOfferChoices } from '#features/products/products.ts';
import { selectGallery, selectSiteSettings } from '#features/home/home.queries.ts';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import { createPicture, deletePicture, orderPictures, updatePicture } from './gallery-editor.service.ts';
import { presentAdminGallery, presentSettings } from './home.admin.presenter.ts';
import { updateSettings } from './settings-editor.service.ts';

export function homeAdminRoutes(route: Route, { db }: { db: Database }): void {
  route(endpoints.getSiteSettings, async () => presentSettings(await selectSiteSettings(db)));

  route(endpoints.updateSiteSettings, ({ body, viewer, address }) =>
    updateSettings(db, { viewer, address }, body),
  );

  route(endpoints.listOfferChoices, async () => ({ products: await selectOfferChoices(db) }));

  route(endpoints.getAdminGallery, async () => presentAdminGallery(await selectGallery(db)));

  route(endpoints.createGalleryPicture, ({ body, viewer, address }) =>
    createPicture(db, { viewer, address }, body),
  );

  route(endpoints.orderGallery, ({ body, viewer, address }) => orderPictures(db, { viewer, address }, body));

  route(endpoints.updateGalleryPicture, ({ params, body, viewer, address }) =>
    updatePicture(db, { viewer, address }, { id: params.id, input: body }),
  );

  route(endpoints.deleteGalleryPicture, ({ params, viewer, address }) =>
    deletePicture(db, { viewer, address }, params.id),
  );
}
