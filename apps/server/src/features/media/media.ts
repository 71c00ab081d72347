// Uploaded pictures, and the removal of unused ones.
export { dropPicture, recordAddress, storeOwnWebp, storeWebp } from './media.service.ts';
