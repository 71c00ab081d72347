export { Gallery } from './gallery/Gallery.tsx';
export { MaintenanceNotice } from './MaintenanceNotice.tsx';
export { HappeningNow } from './now/HappeningNow.tsx';
