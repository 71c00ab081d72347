// Demo content, products, drops and site settings of a new portal, and the community of a demo.
export { fillCommunity, HoldsPortal, requireNewOrDemo } from './community/fill-community.service.ts';
export { startPulse } from './community/pulse.ts';
export type { TwitchPeople } from './community/twitch.ts';
export { seedDemoDrops } from './demo-drops.service.ts';
export { seedDemoProducts } from './demo-products.service.ts';
export { seedDemoSite } from './demo-site.service.ts';
export { seedDemoContent, seedPlaceholderLauncher } from './demo.service.ts';
