export { dropPicture, recordAddress, storeOwnWebp, storeWebp } from './media.service.ts';
