// Demo content, products, drops and site settings of a new portal.
export { seedDemoDrops } from './demo-drops.service.ts';
export { seedDemoProducts } from './demo-products.service.ts';
export { seedDemoSite } from './demo-site.service.ts';
export { seedDemoContent, seedPlaceholderLauncher } from './demo.service.ts';
