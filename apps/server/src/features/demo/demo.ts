// Demo content, products and drops of a new portal.
export { seedDemoDrops } from './demo-drops.service.ts';
export { seedDemoProducts } from './demo-products.service.ts';
export { seedDemoContent, seedPlaceholderLauncher } from './demo.service.ts';
