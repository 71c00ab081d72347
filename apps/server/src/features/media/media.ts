// Uploaded pictures, and the removal of unused ones.
export { selectPictureIsKept } from './media.queries.ts';
export { dropPicture, recordAddress, storeOwnWebp, storeWebp } from './media.service.ts';
