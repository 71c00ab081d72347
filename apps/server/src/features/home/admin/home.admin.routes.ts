import * as endpoints from '@waygate/contract/home/home.admin.endpoints';
import { selectRevisions } from '#features/content/content.ts';
import { selectOfferChoices } from '#features/products/products.ts';
import { selectGallery, selectSiteSettings } from '#features/home/home.queries.ts';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import type { Pictures } from '#platform/pictures/pictures.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { createPicture, deletePicture, orderPictures, updatePicture } from './gallery-editor.service.ts';
import { presentAdminGallery, presentSettings } from './home.admin.presenter.ts';
import { SETTINGS, updateSettings } from './settings-editor.service.ts';
import { readSettingsRevision, restoreSettings, settingsDrafts } from './settings-history.service.ts';

export function homeAdminRoutes(
  route: Route,
  { db, storage, pictures }: { db: Database; storage: Storage; pictures: Pictures },
): void {
  route(endpoints.getSiteSettings, async () => presentSettings(await selectSiteSettings(db)));

  route(endpoints.updateSiteSettings, ({ body, viewer, address }) =>
    updateSettings(db, { viewer, address }, body),
  );

  route(endpoints.getSiteDraft, async ({ viewer }) => ({
    draft: await settingsDrafts.read(db, viewer.accountId, SETTINGS.recordId),
  }));

  route(endpoints.saveSiteDraft, ({ body, viewer, address }) =>
    settingsDrafts.save(db, { viewer, address }, { ...body, recordId: SETTINGS.recordId }),
  );

  route(endpoints.deleteSiteDraft, ({ viewer, address }) =>
    settingsDrafts.delete(db, { viewer, address }, SETTINGS.recordId),
  );

  route(endpoints.listSiteRevisions, async () => ({
    revisions: await selectRevisions(db, SETTINGS.kind, SETTINGS.recordId),
  }));

  route(endpoints.getSiteRevision, ({ params }) => readSettingsRevision(db, params.revision));

  route(endpoints.restoreSiteRevision, ({ params, body, viewer, address }) =>
    restoreSettings(db, { viewer, address }, { ...params, read: body.revision }),
  );

  route(endpoints.listOfferChoices, async () => ({ products: await selectOfferChoices(db) }));

  route(endpoints.getAdminGallery, async () => presentAdminGallery(await selectGallery(db)));

  route(endpoints.createGalleryPicture, ({ body, viewer, address }) =>
    createPicture({ db, storage, pictures }, { viewer, address }, body),
  );

  route(endpoints.orderGallery, ({ body, viewer, address }) => orderPictures(db, { viewer, address }, body));

  route(endpoints.updateGalleryPicture, ({ params, body, viewer, address }) =>
    updatePicture(db, { viewer, address }, { id: params.id, input: body }),
  );

  route(endpoints.deleteGalleryPicture, ({ params, viewer, address }) =>
    deletePicture(db, { viewer, address }, params.id),
  );
}
