// Uploaded pictures, and the removal of those that nothing shows.
export { dropPicture, recordAddress, storeOwnWebp, storeWebp } from './media.service.ts';
