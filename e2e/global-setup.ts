export { startOnce as default } from '#e2e/first-start.ts';
