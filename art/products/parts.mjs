/** Dark outline of every shape, so that items stand out from any background. */
export const LINE = '#090c13';

/** A linear gradient; stops are '0 #fff, 0.5 #888 0.4, 1 #000': offset, colour and, where it is not 1, opacity. */
export function linear(id, [x1, y1, x2, y2], stops) {
  return `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops.split(', ').map(stop).join('')}</linearGradient>`;
}

/** A radial gradient round a place within the shape. */
export function radial(id, [cx, cy, r], stops) {
  return `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stops.split(', ').map(stop).join('')}</radialGradient>`;
}

function stop(text) {
  const [offset, colour, opacity = 1] = text.split(' ');
  return `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`;
}

/** Metals and light that most pictures share. */
export const SHARED = [
  linear('gold', [0, 0, 0.4, 1], '0 #fff3c4, 0.3 #e8c26a, 0.65 #b07f31, 1 #5d3d14'),
  linear('goldDark', [0, 0, 0, 1], '0 #a8782f, 1 #4a2f10'),
  radial('goldFace', [0.38, 0.3, 0.85], '0 #fff6d3, 0.35 #efca74, 0.8 #b7842f, 1 #7d5620'),
  linear('steel', [0, 0, 0.5, 1], '0 #e8eef8, 0.45 #8d9bb2, 1 #323c50'),
  linear('wood', [0, 0, 0, 1], '0 #7b4d2a, 0.5 #53311b, 1 #2a170d'),
  radial('shade', [0.5, 0.5, 0.5], '0 #000 0.75, 0.55 #000 0.4, 1 #000 0'),
  radial('ember', [0.5, 0.5, 0.5], '0 #ffe9a8 0.95, 0.4 #ffb347 0.5, 1 #ff7a1a 0'),
].join('');

/** The shadow below an item. */
export function ground(cx, cy, rx, ry = rx * 0.16) {
  return `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="url(#shade)"/>`;
}

/** The four-pointed star of the emblem. */
export function star(cx, cy, size, fill = 'url(#gold)', extra = '') {
  const thin = size * 0.17;
  const points = [
    [0, -size],
    [thin, -thin],
    [size * 0.62, 0],
    [thin, thin],
    [0, size],
    [-thin, thin],
    [-size * 0.62, 0],
    [-thin, -thin],
  ];
  const path = points.map(([x, y]) => `${(cx + x).toFixed(1)} ${(cy + y).toFixed(1)}`).join('L');
  return `<path d="M${path}Z" fill="${fill}" ${extra}/>`;
}

/** A coin, seen from above by `flatness` (1: from the front), turned by `angle` degrees. */
export function coin({ x, y, r, flatness = 0.42, angle = 0 }) {
  const ry = r * flatness;
  const edge = Math.max(5, r * 0.2 * (1.15 - flatness));
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle})">
    <path d="M${-r} 0v${edge}a${r} ${ry} 0 0 0 ${2 * r} 0v${-edge}Z" fill="url(#goldDark)" stroke="${LINE}" stroke-width="3"/>
    <ellipse rx="${r}" ry="${ry}" fill="url(#goldFace)" stroke="${LINE}" stroke-width="3"/>
    <ellipse rx="${r * 0.78}" ry="${ry * 0.78}" fill="none" stroke="#8a5f22" stroke-width="${Math.max(1.5, r * 0.06)}" stroke-opacity="0.8"/>
    <g transform="scale(1 ${flatness})">${star(0, 0, r * 0.56, '#8a5f22', 'opacity="0.85"')}</g>
    <path d="M${-r * 0.86} ${-ry * 0.25}A${r * 0.92} ${ry * 0.92} 0 0 1 ${r * 0.1} ${-ry * 0.92}" fill="none" stroke="#fff9e0" stroke-width="${Math.max(2, r * 0.07)}" stroke-linecap="round" opacity="0.9"/>
  </g>`;
}

/** The same numbers from 0 to 1 for the same seed. */
export function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Sparks in the air. */
export function sparks(places) {
  return places.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="url(#ember)"/>`).join('');
}

/** Round studs of gold. */
export function studs(places, r, lineWidth) {
  return places
    .map(
      ([x, y]) =>
        `<circle cx="${x}" cy="${y}" r="${r}" fill="url(#goldFace)" stroke="${LINE}" stroke-width="${lineWidth}"/>`,
    )
    .join('');
}

/** A glint on metal or stone. */
export function glint(x, y, size) {
  return star(x, y, size, '#fffdf2', 'opacity="0.95"');
}

/** A whole picture, 512 by 512. */
export function picture(defs, body) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" stroke-linejoin="round"><defs>${SHARED}${defs}</defs>${body}</svg>`;
}
