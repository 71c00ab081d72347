// Makes a source map small enough to be read in a running server: Node keeps an object for each of its mappings.
import { readFileSync, writeFileSync } from 'node:fs';
import { decode, encode } from '@jridgewell/sourcemap-codec';

/** Leaves the lines of the project's own sources, without columns and names; what is of a package stays without a source. */
export function thinSourceMap(file) {
  const map = JSON.parse(readFileSync(file, 'utf8'));
  const own = map.sources.filter((source) => !source.includes('node_modules/'));
  const places = new Map(own.map((source, place) => [source, place]));
  const mappings = decode(map.mappings).map((segments) =>
    withoutRepeats(segments.map(([column, source, line]) => [column, places.get(map.sources[source]), line])),
  );
  writeFileSync(file, JSON.stringify({ ...map, sources: own, names: [], mappings: encode(mappings) }));
}

/** @param segments of one generated line: its column, the source if it is kept, and the line there */
function withoutRepeats(segments) {
  return segments.flatMap(([column, source, line], place) => {
    const [, sourceBefore, lineBefore] = segments[place - 1] ?? [];
    if (place > 0 && source === sourceBefore && (source === undefined || line === lineBefore)) return [];
    return [source === undefined ? [column] : [column, source, line, 0]];
  });
}
