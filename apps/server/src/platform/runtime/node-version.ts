/** The oldest major version of Node that the built programs run on: what they are compiled for. */
export const NEEDED_NODE = 26;

/**
 * Why a program can't run on this Node, in one sentence; undefined: it can.
 *
 * @param version as in `process.versions.node`, such as 26.10.0
 */
export function nodeFault(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= NEEDED_NODE) return undefined;
  return `Waygate needs Node ${NEEDED_NODE} or newer, and this is Node ${version}: start it with the project's own, node_modules/.bin/node.`;
}
