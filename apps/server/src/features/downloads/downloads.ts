// The client that players download.
export { createClientFileReader } from './client-file.ts';
