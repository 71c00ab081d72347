// The contract knows no Node: this is all that its tests use of it.
declare module 'node:fs/promises' {
  export function readdir(path: URL, options: { recursive: true }): Promise<string[]>;
}
