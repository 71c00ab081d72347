export { Gallery } from './gallery/Gallery.tsx';
export { MaintenanceNotice } from './MaintenanceNotice.tsx';
export { HappeningNow } from './now/HappeningNow.tsx';
export { Requirements } from './start/Requirements.tsx';
