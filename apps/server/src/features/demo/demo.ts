// Content, products and drops that a first start shows.
export { seedDemoDrops } from './demo-drops.service.ts';
export { seedDemoProducts } from './demo-products.service.ts';
export { seedDemoContent, seedPlaceholderLauncher } from './demo.service.ts';
