// Uploaded pictures, and the removal of unused ones.
export { isUnused, selectPicturePixels } from './media.queries.ts';
export {
  dropPicture,
  pageAddress,
  recordAddress,
  removePicture,
  storeOwnWebp,
  storeWebp,
} from './media.service.ts';
export { createPreviewFinder } from './picture-previews.ts';
export { pictures } from './media.tables.ts';
export { measurePicture } from './picture-widths.service.ts';
